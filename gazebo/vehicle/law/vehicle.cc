#include "vehicle/law/vehicle.h"

#include <cmath>
#include <limits>

#include "vehicle/law/steering.h"

namespace sim::vehicle {
namespace {

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

// Ray origins in the base frame.
std::array<Vector, 4> mounts_of(const VehicleParameters& parameters) {
  const double half = 0.5 * parameters.track;
  const auto [front, rear] = parameters.mount_heights();
  return {{{parameters.front_axle_x, half, front},
           {parameters.front_axle_x, -half, front},
           {parameters.rear_axle_x, half, rear},
           {parameters.rear_axle_x, -half, rear}}};
}

std::array<WheelDynamics, 4> wheels_of(const VehicleParameters& parameters) {
  const auto [front_mass, rear_mass] = parameters.wheel_masses();
  const WheelDynamics front(parameters.wheel, front_mass), rear(parameters.wheel, rear_mass);
  return {front, front, rear, rear};
}

}  // namespace

Vehicle::Vehicle(const VehicleParameters& parameters)
    : parameters_(parameters),
      mounts_(mounts_of(parameters)),
      wheels_(wheels_of(parameters)),
      odometry_(parameters.wheelbase(), parameters.rear_axle_x),
      reach_(parameters.suspension.rest_length + parameters.wheel.radius),
      controller_(parameters),
      steering_(-parameters.steering.max_angle, parameters.steering.max_angle,
                parameters.steering.max_rate, parameters.steering.time_constant,
                parameters.steering.delay),
      drive_(-parameters.drive.max_torque, parameters.drive.max_torque, UNLIMITED,
             parameters.drive.time_constant, parameters.drive.delay),
      brake_(0.0, parameters.brake.max_torque, UNLIMITED, parameters.brake.time_constant,
             parameters.brake.delay) {
  reset();
}

void Vehicle::reset() {
  for (auto& wheel : wheels_) wheel.reset();
  odometry_.reset();
  commands_.reset();
  controller_.reset();
  steering_.reset();
  drive_.reset();
  brake_.reset(parameters_.brake.max_torque);
  steering_angles_ = {};
  normal_forces_ = {};
  timed_out_ = true;
}

void Vehicle::command(double stamp, double steering_angle, double speed, double acceleration) {
  commands_.add({stamp, steering_angle, speed, acceleration, false});
}

void Vehicle::command_twist(double stamp, double speed, double yaw_rate) {
  command(stamp, steering_for_twist(speed, yaw_rate, parameters_.wheelbase()), speed);
}

void Vehicle::neutral(double stamp) { commands_.add({stamp, 0.0, 0.0, 0.0, true}); }

std::array<double, 4> Vehicle::wheel_speeds() const {
  return {wheels_[0].speed(), wheels_[1].speed(), wheels_[2].speed(), wheels_[3].speed()};
}

std::array<double, 4> Vehicle::wheel_angles() const {
  return {wheels_[0].angle(), wheels_[1].angle(), wheels_[2].angle(), wheels_[3].angle()};
}

Wrench Vehicle::step(double time, double dt, const Rotation& rotation,
                     const Vector& linear_velocity, const Vector& angular_velocity,
                     const std::array<double, 4>& hub_distances) {
  const Vector& v = linear_velocity;
  const double speed = rotation[0] * v[0] + rotation[3] * v[1] + rotation[6] * v[2];
  const Torques sums = actuate(time, dt, speed);
  const Wrench wrench =
      wheel_forces(dt, rotation, linear_velocity, angular_velocity, hub_distances, sums);
  const double rear = 0.5 * (wheels_[2].speed() + wheels_[3].speed()) * parameters_.wheel.radius;
  odometry_.update(dt, rear, steering_.value());
  return wrench;
}

Torques Vehicle::actuate(double time, double dt, double speed) {
  const std::optional<Command>& command = commands_.advance(time);
  const bool neutral = command && command->neutral;
  const bool overdue = time - commands_.applied_at() > parameters_.command_timeout;
  timed_out_ = !command || (overdue && !neutral);
  Torques wanted;
  if (neutral) {
    controller_.reset();
  } else if (timed_out_) {
    wanted = controller_.update(dt, 0.0, 0.0, speed);
  } else {
    wanted = controller_.update(dt, command->speed, command->acceleration, speed);
  }
  // Without a driver the wheels stay where they are: straightening them would leave the curve.
  steering_.update(command ? command->steering_angle : 0.0, dt);
  const auto [left, right] =
      ackermann_angles(steering_.value(), parameters_.wheelbase(), parameters_.track);
  steering_angles_ = {left, right};
  const double drive = drive_.update(wanted.drive, dt);
  return {drive, brake_.update(wanted.brake, dt)};
}

Wrench Vehicle::wheel_forces(double dt, const Rotation& pose, const Vector& velocity,
                             const Vector& spin, const std::array<double, 4>& distances,
                             const Torques& sums) {
  const Vector up = {pose[2], pose[5], pose[8]};
  const Patches patches = contact_patches(pose, mounts_, distances, reach_);
  const Vector normal = ground_normal(patches, up);
  const auto [forward, left] = ground_axes({pose[0], pose[3], pose[6]}, normal);
  const auto [nx, ny, nz] = normal;
  const auto [fx, fy, fz] = forward;
  const auto [lx, ly, lz] = left;
  const auto [vx, vy, vz] = velocity;
  const auto [wx, wy, wz] = spin;
  const double upright = nx * up[0] + ny * up[1] + nz * up[2];
  const std::array<Torques, 4> torques = shares(sums);
  Wrench sum;
  for (std::size_t index = 0; index < patches.size(); ++index) {
    if (!patches[index]) {
      lift(index, dt, torques[index]);
      continue;
    }
    const auto [px, py, pz] = *patches[index];
    const double ux = vx + wy * pz - wz * py, uy = vy + wz * px - wx * pz,
                 uz = vz + wx * py - wy * px;
    const double extension = (ux * nx + uy * ny + uz * nz) / upright;
    const Suspension& suspension = parameters_.suspension;
    const double compression = reach_ - distances[index];
    const double load =
        suspension_force(suspension.stiffness, suspension.damping, compression, extension);
    const double rolling = ux * fx + uy * fy + uz * fz, slipping = ux * lx + uy * ly + uz * lz;
    const Tangential ground = tangential_force(index, dt, rolling, slipping, load, torques[index]);
    const double gx = load * nx + ground.forward * fx + ground.left * lx;
    const double gy = load * ny + ground.forward * fy + ground.left * ly;
    const double gz = load * nz + ground.forward * fz + ground.left * lz;
    sum.force[0] += gx;
    sum.force[1] += gy;
    sum.force[2] += gz;
    sum.torque[0] += py * gz - pz * gy;
    sum.torque[1] += pz * gx - px * gz;
    sum.torque[2] += px * gy - py * gx;
  }
  return sum;
}

std::array<Torques, 4> Vehicle::shares(const Torques& sums) const {
  const Torques front = {0.5 * sums.drive * parameters_.drive.front_share,
                         0.5 * sums.brake * parameters_.brake.front_share};
  const Torques rear = {0.5 * sums.drive - front.drive, 0.5 * sums.brake - front.brake};
  return {front, front, rear, rear};
}

void Vehicle::lift(std::size_t index, double dt, const Torques& torques) {
  normal_forces_[index] = 0.0;
  wheels_[index].spin(dt, torques.drive, torques.brake);
}

Tangential Vehicle::tangential_force(std::size_t index, double dt, double forward, double left,
                                     double load, const Torques& torques) {
  WheelDynamics& wheel = wheels_[index];
  normal_forces_[index] = load;
  if (load == 0.0) {
    wheel.spin(dt, torques.drive, torques.brake);
    return {};
  }
  if (index > 1) return wheel.contact_force(dt, forward, left, load, torques.drive, torques.brake);
  const double cos = std::cos(steering_angles_[index]), sin = std::sin(steering_angles_[index]);
  const Tangential force =
      wheel.contact_force(dt, cos * forward + sin * left, cos * left - sin * forward, load,
                          torques.drive, torques.brake);
  return {cos * force.forward - sin * force.left, sin * force.forward + cos * force.left};
}

}  // namespace sim::vehicle
