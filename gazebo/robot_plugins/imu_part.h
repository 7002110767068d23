// An IMU by a model plugin, with white noise or the errors of hector_gazebo_plugins: rates of the
// instant, specific force as the mean since the last measurement, in the sensor's axes; orientation
// in the world's.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include <ros/publisher.h>
#include <ros/service_server.h>
#include <sim/SetBias.h>
#include <std_srvs/Empty.h>

#include "core/mailbox.h"
#include "robot_plugins/body_part.h"

namespace sim::robot_plugins {

class ImuPart : public BodyPart {
 public:
  ImuPart(const gazebo::physics::ModelPtr& model, const Settings& settings, bool hector);
  // Returns when no callback runs any more.
  ~ImuPart() override;

  void advertise(Simulator& simulator) override;
  void reset() override { begins_ = true; }

 protected:
  void open(ros::NodeHandle& node, std::uint64_t seed) override;
  void measure(double time, double since) override;

 private:
  // Request of a service: the new start of the drift of force or rates.
  struct Drift {
    bool of_force;
    Values from;
  };

  bool calibrate(std_srvs::Empty::Request&, std_srvs::Empty::Response&);
  bool set_force_bias(SetBias::Request& request, SetBias::Response&);
  bool set_rate_bias(SetBias::Request& request, SetBias::Response&);
  bool post(bool of_force, const geometry_msgs::Vector3& bias);

  bool hector_;
  ignition::math::Pose3d mount_;
  ignition::math::Vector3d velocity_;
  std::atomic<bool> begins_{true};
  std::optional<Errors> force_errors_, rate_errors_, heading_errors_;
  ros::Publisher publisher_;
  Mailbox<Drift> drifts_;
  ros::ServiceServer calibrate_, force_bias_, rate_bias_;
};

}  // namespace sim::robot_plugins
