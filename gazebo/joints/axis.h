// One joint of a model with one degree of freedom: its measurements and the links that move with
// it. SI units.
#pragma once

#include <vector>

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>

namespace sim::joints {

// Return a link and all links attached to it by joints.
gazebo::physics::Link_V links_beyond(const gazebo::physics::LinkPtr& link);

class Axis {
 public:
  explicit Axis(const gazebo::physics::JointPtr& joint);

  gazebo::physics::Joint& joint() const { return *joint_; }
  std::string name() const { return joint_->GetName(); }
  double position() const { return joint_->Position(0); }
  double velocity() const;
  // N or N m between its links along the axis in the last step, motors and forces together.
  double effort() const;
  // kg or kg m^2 that its links beyond it have along or about the axis.
  double inertia() const;
  // Further links that move with those beyond it, in place of any before.
  void carry(const gazebo::physics::Link_V& links) { carried_ = links; }
  // Limits of its SDF; infinite without a limit.
  double effort_limit() const { return effort_limit_; }
  double velocity_limit() const { return velocity_limit_; }
  double lower() const { return lower_; }
  double upper() const { return upper_; }

 private:
  gazebo::physics::JointPtr joint_;
  bool slides_;
  double effort_limit_, velocity_limit_, lower_, upper_;
  gazebo::physics::Link_V beyond_, carried_;
};

}  // namespace sim::joints
