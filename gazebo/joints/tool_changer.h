// A tool changer at a robot's flange, as sim.embedded.joints.tool_changer: attaches the end
// effector at the flange, a separate model, by a fixed joint, and releases it in place. SI units.
#pragma once

#include <deque>
#include <string>

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>

#include "joints/settings.h"

namespace sim::joints {

// Close or open, from a simulated time on.
struct ChangerOrder {
  double stamp = 0.0;
  bool close = false;
};

// State of a changer: the attached end effector, empty without one; the nearest one to the flange
// that no changer holds; the stamp of the last executed command.
struct ChangerReport {
  std::string tool, nearest;
  double distance = 0.0, angle = 0.0, commanded = 0.0;
};

class ToolChanger {
 public:
  ToolChanger(const gazebo::physics::ModelPtr& model, const Changer& settings);
  ~ToolChanger() { release(); }

  // It replaces orders for later.
  void obey(const ChangerOrder& order);
  // Execute due commands; return whether the attached tool has changed.
  bool before_step(double time);
  // Forgets orders and lets go.
  void reset();
  // Attach the initial tool as soon as it exists.
  void restore() { awaited_ = settings_.tool; }
  // The model that is on; nullptr where none is.
  gazebo::physics::ModelPtr tool() const;
  ChangerReport report() const;

 private:
  ChangerReport nearest() const;
  void close();
  void mount(const gazebo::physics::ModelPtr& tool);
  void release();
  ignition::math::Pose3d flange() const { return link_->WorldPose() * pose_of(settings_.pose); }

  Changer settings_;
  gazebo::physics::LinkPtr link_;
  gazebo::physics::JointPtr joint_;
  boost::weak_ptr<gazebo::physics::Model> tool_;
  std::deque<ChangerOrder> orders_;
  std::string awaited_;
  double commanded_ = 0.0;
  bool changed_ = false;
};

}  // namespace sim::joints
