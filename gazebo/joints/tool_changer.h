// A tool changer at a robot's flange, as sim.embedded.joints.tool_changer: takes the end effector
// that is there, a model of its own, by a fixed joint, and leaves it where it is. SI units.
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

// What is on, empty for nothing; the end effector nearest to the flange that no changer holds; the
// stamp of the order that was carried out last.
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
  // Carries out what is due; whether what is on has changed.
  bool before_step(double time);
  // Forgets orders and lets go.
  void reset();
  // Takes what is on at the start, as soon as it is there.
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
