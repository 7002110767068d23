#include "robot_plugins/imu_part.h"

#include <gazebo/physics/World.hh>
#include <sensor_msgs/Imu.h>

#include "core/convert.h"

namespace sim::robot_plugins {

using ignition::math::Pose3d;
using ignition::math::Quaterniond;
using ignition::math::Vector3d;

ImuPart::ImuPart(const gazebo::physics::ModelPtr& model, const Settings& settings, bool hector)
    : BodyPart(model, settings, hector ? "frameId" : "frameName"),
      hector_(hector),
      mount_(Pose3d(vector_of(settings.triple("xyzOffset")),
                    Quaterniond(vector_of(settings.triple("rpyOffset")))) +
             link_from_body_) {}

ImuPart::~ImuPart() {
  for (ros::ServiceServer* service : {&calibrate_, &force_bias_, &rate_bias_}) service->shutdown();
  publisher_.shutdown();
}

void ImuPart::advertise(Simulator& simulator) {
  BodyPart::advertise(simulator);
  const std::string& topic = settings_.text("topicName");
  std::string service = settings_.text("serviceName");
  if (hector_ && service.empty()) service = topic + "/calibrate";
  ros::NodeHandle& node = simulator.service_node();
  if (!service.empty())
    calibrate_ = node.advertiseService(settings_.topic_named(service), &ImuPart::calibrate, this);
  if (!hector_) return;
  force_bias_ = node.advertiseService(settings_.topic_named(topic + "/set_accel_bias"),
                                      &ImuPart::set_force_bias, this);
  rate_bias_ = node.advertiseService(settings_.topic_named(topic + "/set_rate_bias"),
                                     &ImuPart::set_rate_bias, this);
}

// The IMU of gazebo_plugins has no drift to calibrate.
bool ImuPart::calibrate(std_srvs::Empty::Request&, std_srvs::Empty::Response&) {
  if (hector_) drifts_.post({false, {}});
  return true;
}

bool ImuPart::set_force_bias(SetBias::Request& request, SetBias::Response&) {
  return post(true, request.bias);
}

bool ImuPart::set_rate_bias(SetBias::Request& request, SetBias::Response&) {
  return post(false, request.bias);
}

bool ImuPart::post(bool of_force, const geometry_msgs::Vector3& bias) {
  const Vector3d given = vector_from(bias);
  if (!given.IsFinite()) {
    ROS_ERROR("%s: bias: must be finite; the call is refused", settings_.text("topicName").c_str());
    return false;
  }
  drifts_.post({of_force, values_of(given)});
  return true;
}

void ImuPart::open(ros::NodeHandle& node, std::uint64_t seed) {
  const auto errors = [&](const char* name, double white) {
    const std::uint64_t own = named_seed(seed, name);
    return hector_ ? Errors(settings_, name, own) : Errors::white(white, own);
  };
  const double noise = hector_ ? 0.0 : settings_.number("gaussianNoise");
  force_errors_ = errors("accel", noise);
  rate_errors_ = errors("rate", noise);
  heading_errors_ = errors("yaw", 0.0);
  publisher_ = node.advertise<sensor_msgs::Imu>(settings_.topic("topicName"), QUEUE);
}

void ImuPart::measure(double time, double since) {
  for (const Drift& drift : drifts_.take())
    (drift.of_force ? force_errors_ : rate_errors_)->set_drift(drift.from);
  const Pose3d pose = mount_ + link_->WorldPose();
  const Vector3d velocity = link_->WorldLinearVel(mount_.Pos()), before = velocity_;
  velocity_ = velocity;
  if (begins_.exchange(false) || since <= 0.0) return;
  const Vector3d force =
      pose.Rot().RotateVectorReverse((velocity - before) / since - model_->GetWorld()->Gravity());
  const Vector3d rate = pose.Rot().RotateVectorReverse(link_->WorldAngularVel());
  const Values felt = force_errors_->on(values_of(force), since),
               turning = rate_errors_->on(values_of(rate), since),
               astray = heading_errors_->on({0.0, 0.0, 0.0}, since);
  if (publisher_.getNumSubscribers() == 0) return;
  sensor_msgs::Imu message;
  message.header = header(time, frame_);
  message.orientation =
      pose_message({Vector3d::Zero, Quaterniond(0.0, 0.0, astray[2]) * pose.Rot()}).orientation;
  message.angular_velocity = vector_message<geometry_msgs::Vector3>(vector_of(turning));
  message.linear_acceleration = vector_message<geometry_msgs::Vector3>(vector_of(felt));
  const Values force_variance = force_errors_->noise_variance(),
               rate_variance = rate_errors_->noise_variance();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    message.linear_acceleration_covariance[4 * axis] = force_variance[axis];
    message.angular_velocity_covariance[4 * axis] = rate_variance[axis];
  }
  message.orientation_covariance[8] = heading_errors_->noise_variance()[2];
  publisher_.publish(message);
}

const RobotPluginRegistration registered_imu(
    "libgazebo_ros_imu.so", [](const gazebo::physics::ModelPtr& model, const Settings& settings) {
      return std::make_shared<ImuPart>(model, settings, false);
    });
const RobotPluginRegistration registered_hector_imu("libhector_gazebo_ros_imu.so",
                                                    [](const gazebo::physics::ModelPtr& model,
                                                       const Settings& settings) {
                                                      return std::make_shared<ImuPart>(
                                                          model, settings, true);
                                                    });

}  // namespace sim::robot_plugins
