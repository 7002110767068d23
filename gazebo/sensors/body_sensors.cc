#include "sensors/body_sensors.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include <gazebo/common/SphericalCoordinates.hh>
#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/Contact.hh>
#include <gazebo/physics/ContactManager.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>
#include <gazebo_msgs/ContactsState.h>
#include <sensor_msgs/Imu.h>
#include <sensor_msgs/MagneticField.h>
#include <sensor_msgs/NavSatFix.h>

#include "core/convert.h"
#include "core/vectors.h"
#include "laws/named_seed.h"
#include "laws/sensors/geodesy.h"

namespace sim {
namespace {

using gazebo::sensors::NoisePtr;
using ignition::math::Vector3d;

// Gazebo's noise of a type, where the sensor has <noise> at this path.
NoisePtr noise(const Mount& mount, const gazebo::sensors::SensorPtr& sensor,
               const std::vector<std::string>& path, int type) {
  auto element = mount.sdf();
  for (const std::string& name : path) {
    if (!element || !element->HasElement(name)) return nullptr;
    element = element->GetElement(name);
  }
  return element->HasElement("noise")
             ? sensor->Noise(static_cast<gazebo::sensors::SensorNoiseType>(type))
             : nullptr;
}

const std::string IMU_PLUGIN = "libgazebo_ros_imu_sensor.so";

void apply(robot_plugins::ImuSensor& plugin, double variance, sensor_msgs::Imu* message) {
  auto& turn = message->orientation;
  auto &rate = message->angular_velocity, &force = message->linear_acceleration;
  const robot_plugins::ImuReading read = plugin.on(
      {{turn.x, turn.y, turn.z, turn.w}, {rate.x, rate.y, rate.z}, {force.x, force.y, force.z}});
  std::tie(turn.x, turn.y, turn.z, turn.w) = std::tuple_cat(read.orientation);
  std::tie(rate.x, rate.y, rate.z) = std::tuple_cat(read.rate);
  std::tie(force.x, force.y, force.z) = std::tuple_cat(read.force);
  for (std::size_t axis = 0; axis < 3; ++axis)
    message->orientation_covariance[4 * axis] = message->angular_velocity_covariance[4 * axis] =
        message->linear_acceleration_covariance[4 * axis] = variance;
}

double applied(const NoisePtr& noise, double value) { return noise ? noise->Apply(value) : value; }

}  // namespace

Imu::Imu(const Mount& mount, const gazebo::sensors::SensorPtr& sensor) : mount_(mount) {
  const std::string axes[] = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    noise_[k] = noise(mount, sensor, {"imu", "angular_velocity", axes[k]},
                      gazebo::sensors::IMU_ANGVEL_X_NOISE_RADIANS_PER_S + k);
    noise_[3 + k] = noise(mount, sensor, {"imu", "linear_acceleration", axes[k]},
                          gazebo::sensors::IMU_LINACC_X_NOISE_METERS_PER_S_SQR + k);
  }
  if (const auto link = mount_.link()) take_plugin(*link);
  readings_ = Simulator::instance().node().advertise<sensor_msgs::Imu>(
      mount_.topic(plugin_ ? "imu_data" : "imu", "topicName"), 100);
  placed_ = Simulator::instance().on_placed([this](const gazebo::physics::ModelPtr& model) {
    const std::string name = model->GetScopedName();
    if (name.substr(0, name.find("::")) == mount_.model()) begin_mean();
  });
  restored_ = Simulator::instance().on_restored([this] { begin_mean(); });
}

void Imu::take_plugin(const gazebo::physics::Link& link) {
  const GazeboRosTags& tags = mount_.tags();
  if (tags.file() != IMU_PLUGIN) return;
  const double deviation = tags.number("gaussianNoise", 0.0);
  if (!(deviation >= 0.0))
    throw std::runtime_error("<gaussianNoise> must be at least 0, not " +
                             tags.value("gaussianNoise"));
  const auto start = mount_.world_from_sensor(link).Rot();
  const int seed = Simulator::instance().private_node().param("odometry_seed", 0);
  const std::string& name = mount_.name();
  plugin_.emplace(deviation, tags.flag("initialOrientationAsReference"), tags.triple("rpyOffset"),
                  robot_plugins::Quaternion{start.X(), start.Y(), start.Z(), start.W()},
                  named_seed(static_cast<std::uint64_t>(seed), name));
  variance_ = deviation * deviation;
}

void Imu::begin_mean() {
  const auto link = mount_.link();
  if (!link) return;
  last_time_ = Simulator::instance().time();
  last_velocity_ = link->WorldLinearVel(mount_.link_from_sensor().Pos());
}

void Imu::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  const auto world_from_sensor = mount_.world_from_sensor(*link);
  const Vector3d velocity = link->WorldLinearVel(mount_.link_from_sensor().Pos());
  const double passed = time - last_time_;
  const Vector3d mean = (velocity - last_velocity_) / passed;
  last_time_ = time;
  last_velocity_ = velocity;
  // It had no subscribers before, or time went back.
  if (passed <= 0.0 || passed > 2.0 / mount_.rate()) return;
  const Vector3d force =
      world_from_sensor.Rot().RotateVectorReverse(mean - link->GetWorld()->Gravity());
  const Vector3d spin = world_from_sensor.Rot().RotateVectorReverse(link->WorldAngularVel());
  sensor_msgs::Imu message;
  message.header = header(time, mount_.frame());
  message.orientation = pose_message(world_from_sensor).orientation;
  message.angular_velocity.x = applied(noise_[0], spin.X());
  message.angular_velocity.y = applied(noise_[1], spin.Y());
  message.angular_velocity.z = applied(noise_[2], spin.Z());
  message.linear_acceleration.x = applied(noise_[3], force.X());
  message.linear_acceleration.y = applied(noise_[4], force.Y());
  message.linear_acceleration.z = applied(noise_[5], force.Z());
  if (plugin_) apply(*plugin_, variance_, &message);
  readings_.publish(message);
}

Gps::Gps(const Mount& mount, const gazebo::sensors::SensorPtr& sensor) : mount_(mount) {
  using namespace gazebo::sensors;
  const std::vector<std::string> level = {"gps", "position_sensing", "horizontal"},
                                 upright = {"gps", "position_sensing", "vertical"};
  noise_ = {noise(mount, sensor, level, GPS_POSITION_LONGITUDE_NOISE_METERS),
            noise(mount, sensor, level, GPS_POSITION_LATITUDE_NOISE_METERS),
            noise(mount, sensor, upright, GPS_POSITION_ALTITUDE_NOISE_METERS)};
  fixes_ = Simulator::instance().node().advertise<sensor_msgs::NavSatFix>(
      mount_.topic("fix", "topicName"), 100);
}

void Gps::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  const auto earth = link->GetWorld()->SphericalCoords();
  const Origin origin{earth->LatitudeReference().Radian(), earth->LongitudeReference().Radian(),
                      earth->GetElevationReference(), earth->HeadingOffset().Radian()};
  Vector local = east_north_up(origin, vector(mount_.world_from_sensor(*link).Pos()));
  for (int k = 0; k < 3; ++k) local[k] = applied(noise_[k], local[k]);
  const Geodetic at = geodetic(origin, local);
  sensor_msgs::NavSatFix message;
  message.header = header(time, mount_.frame());
  message.status.status = sensor_msgs::NavSatStatus::STATUS_FIX;
  message.status.service = sensor_msgs::NavSatStatus::SERVICE_GPS;
  message.latitude = at.latitude * 180.0 / M_PI;
  message.longitude = at.longitude * 180.0 / M_PI;
  message.altitude = at.altitude;
  message.position_covariance_type = sensor_msgs::NavSatFix::COVARIANCE_TYPE_UNKNOWN;
  fixes_.publish(message);
}

Magnetometer::Magnetometer(const Mount& mount, const gazebo::sensors::SensorPtr& sensor)
    : mount_(mount) {
  const std::string axes[] = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k)
    noise_[k] = noise(mount, sensor, {"magnetometer", axes[k]},
                      gazebo::sensors::MAGNETOMETER_X_NOISE_TESLA + k);
  fields_ = Simulator::instance().node().advertise<sensor_msgs::MagneticField>(
      mount_.topic("magnetic_field", "topicName"), 100);
}

void Magnetometer::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  const Vector3d field =
      mount_.world_from_sensor(*link).Rot().RotateVectorReverse(link->GetWorld()->MagneticField());
  sensor_msgs::MagneticField message;
  message.header = header(time, mount_.frame());
  message.magnetic_field.x = applied(noise_[0], field.X());
  message.magnetic_field.y = applied(noise_[1], field.Y());
  message.magnetic_field.z = applied(noise_[2], field.Z());
  fields_.publish(message);
}

Contacts::Contacts(const Mount& mount) : mount_(mount) {
  const auto link = mount_.link();
  const auto contact = mount.sdf()->GetElement("contact");
  for (auto name = contact->GetElement("collision"); name;
       name = name->GetNextElement("collision")) {
    const auto text = name->Get<std::string>();
    collisions_.push_back(
        link->GetScopedName() +
        "::" + text.substr(text.rfind(':') == std::string::npos ? 0 : text.rfind(':') + 1));
  }
  states_ = Simulator::instance().node().advertise<gazebo_msgs::ContactsState>(
      mount_.topic("contacts", "bumperTopicName"), 100);
}

void Contacts::measure(double time) {
  const auto link = mount_.link();
  if (!link) return;
  const auto ours = [this](const gazebo::physics::Collision* collision) {
    return collision && std::find(collisions_.begin(), collisions_.end(),
                                  collision->GetScopedName()) != collisions_.end();
  };
  const auto manager = link->GetWorld()->Physics()->GetContactManager();
  gazebo_msgs::ContactsState message;
  message.header = header(time, "world");
  for (unsigned k = 0; k < manager->GetContactCount(); ++k) {
    const auto* contact = manager->GetContact(k);
    const bool first = ours(contact->collision1);
    if (!first && !ours(contact->collision2)) continue;
    const auto *own = first ? contact->collision1 : contact->collision2,
               *other = first ? contact->collision2 : contact->collision1;
    gazebo_msgs::ContactState state;
    state.collision1_name = own->GetScopedName();
    state.collision2_name = other->GetScopedName();
    const auto turn = own->GetLink()->WorldPose().Rot();
    Vector3d force, torque;
    for (int point = 0; point < contact->count; ++point) {
      const auto& wrench = contact->wrench[point];
      const Vector3d push = turn * (first ? wrench.body1Force : wrench.body2Force),
                     twist = turn * (first ? wrench.body1Torque : wrench.body2Torque);
      geometry_msgs::Wrench each;
      each.force = vector_message<geometry_msgs::Vector3>(push);
      each.torque = vector_message<geometry_msgs::Vector3>(twist);
      state.wrenches.push_back(each);
      state.contact_positions.push_back(
          vector_message<geometry_msgs::Vector3>(contact->positions[point]));
      state.contact_normals.push_back(
          vector_message<geometry_msgs::Vector3>(contact->normals[point] * (first ? 1.0 : -1.0)));
      state.depths.push_back(contact->depths[point]);
      force += push;
      torque += twist;
    }
    state.total_wrench.force = vector_message<geometry_msgs::Vector3>(force);
    state.total_wrench.torque = vector_message<geometry_msgs::Vector3>(torque);
    message.states.push_back(state);
  }
  states_.publish(message);
}

}  // namespace sim
