// A gripper with fingers on prismatic joints that one drive moves together, like a screw or a rack.
//
// Each finger has a motor with at most the commanded force. The motor of a finger also corrects its
// deviation from the mean of all with as much force, so that fingers centre the grasped object. The
// weight of the fingers does not load the drive.
#pragma once

#include <vector>

#include "core/log_throttle.h"
#include "joints/grip.h"
#include "laws/joints/gripper.h"
#include "joints/motor.h"
#include "joints/settings.h"
#include "joints/touch.h"

namespace sim::joints {

class ParallelGripper : public Gripper {
 public:
  ParallelGripper(const gazebo::physics::ModelPtr& model, const Parallel& settings);

  void obey(const GripperOrder& order) override { orders_.add(order); }
  void before_step(double time, double dt) override;
  void after_step(double time, double dt) override;
  void reset() override;
  bool is_vacuum() const override { return false; }
  GripperReport report() const override;

 private:
  void begin(const GripperOrder& order);
  void seat();
  void forget_object();
  void assist();
  void drive(double dt);
  double mean() const;

  std::string model_;
  Parallel settings_;
  std::vector<Motor> fingers_;
  std::vector<double> seen_;
  Touch touch_;
  Grip grip_;
  GripperOrders orders_;
  LogThrottle quiet_{5.0};
  double lower_, upper_, strongest_;
  double force_, goal_ = 0.0;
  bool closing_ = true;
  std::string object_;
  gazebo::physics::LinkPtr touched_;
  double touched_at_ = 0.0, pressed_ = 0.0, speed_ = 0.0;
};

}  // namespace sim::joints
