// A suction cup: holds an object that closes its mouth by a fixed joint, up to a weight and a
// force.
//
// An object that it has lost, or could not lift, is taken again only after the vacuum was switched
// on again.
#pragma once

#include "joints/grip.h"
#include "laws/joints/gripper.h"
#include "joints/settings.h"

namespace sim::joints {

class VacuumGripper : public Gripper {
 public:
  VacuumGripper(const gazebo::physics::ModelPtr& model, const Vacuum& settings);

  void obey(const GripperOrder& order) override { orders_.add(order); }
  void before_step(double time, double dt) override;
  void after_step(double time, double dt) override;
  void reset() override;
  bool is_vacuum() const override { return true; }
  GripperReport report() const override;

 private:
  void search();
  // N that draws at the cup.
  double pull() const;
  // Return the link with a surface that closes the mouth: within reach on all of its ring, and
  // across the axis.
  gazebo::physics::LinkPtr closed_by() const;

  gazebo::physics::ModelPtr model() const { return cup_->GetModel(); }

  Vacuum settings_;
  gazebo::physics::LinkPtr cup_;
  Grip grip_;
  GripperOrders orders_;
  bool on_ = false, searching_ = false;
  double held_for_ = 0.0;           // s
  ignition::math::Vector3d force_;  // N, averaged, in the cup's axes
};

}  // namespace sim::joints
