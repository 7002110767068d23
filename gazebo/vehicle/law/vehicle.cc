#include "vehicle/law/vehicle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "vehicle/law/steering.h"

namespace sim::vehicle {
namespace {

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();
// kg/m^3, at 15 degrees C and sea level.
constexpr double AIR = 1.225;
// The engine turns no faster than at this share of the vehicle's highest speed.
constexpr double FASTEST = 1.1;

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
  const WheelDynamics wheel(parameters.wheel);
  return {wheel, wheel, wheel, wheel};
}

}  // namespace

Vehicle::Vehicle(const VehicleParameters& parameters, const TyreChoice& tyre)
    : parameters_(parameters),
      tyres_(make_tyres(tyre, parameters)),
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
  tyre_forces_ = {};
  rise_ = 0.0;
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
                     const Ground& ground) {
  const Vector& v = linear_velocity;
  const double speed = rotation[0] * v[0] + rotation[3] * v[1] + rotation[6] * v[2];
  const Torques sums = actuate(time, dt, speed);
  Wrench wrench = wheel_forces(dt, rotation, linear_velocity, angular_velocity, ground, sums);
  add_drag(wrench, {rotation[2], rotation[5], rotation[8]}, linear_velocity);
  const double rear = 0.5 * (wheels_[2].speed() + wheels_[3].speed()) * parameters_.wheel.radius;
  odometry_.update(dt, rear, steering_.value());
  return wrench;
}

Torques Vehicle::actuate(double time, double dt, double speed) {
  const std::optional<Command>& command = commands_.advance(time);
  const bool neutral = command && command->neutral;
  const bool overdue = time - commands_.applied_at() > parameters_.command_timeout;
  timed_out_ = !command || (overdue && !neutral);
  const double resistance =
      parameters_.mass * GRAVITY * rise_ +
      0.5 * AIR * parameters_.aerodynamics.drag_area * speed * std::abs(speed);
  Torques wanted;
  if (neutral) {
    controller_.reset();
  } else if (timed_out_) {
    wanted = controller_.update(dt, 0.0, 0.0, speed, resistance);
  } else {
    wanted = controller_.update(dt, command->speed, command->acceleration, speed, resistance);
  }
  // Without a driver the wheels stay where they are: straightening them would leave the curve.
  steering_.update(command ? command->steering_angle : 0.0, dt);
  const auto [left, right] =
      ackermann_angles(steering_.value(), parameters_.wheelbase(), parameters_.track);
  steering_angles_ = {left, right};
  const double drive = within_power(drive_.update(wanted.drive, dt));
  return {drive, brake_.update(wanted.brake, dt)};
}

double Vehicle::within_power(double torque) const {
  const double share = parameters_.drive.front_share;
  double fastest = 0.0;
  for (std::size_t index = 0; index < wheels_.size(); ++index) {
    const bool driven = index < 2 ? share > 0.0 : share < 1.0;
    if (driven) fastest = std::max(fastest, std::copysign(1.0, torque) * wheels_[index].speed());
  }
  if (fastest * parameters_.wheel.radius > FASTEST * parameters_.speed_control.max_speed)
    return 0.0;
  const double most = fastest > 0.0 ? parameters_.drive.max_power / fastest : UNLIMITED;
  return std::copysign(std::min(std::abs(torque), most), torque);
}

void Vehicle::add_drag(Wrench& wrench, const Vector& up, const Vector& velocity) const {
  const auto& [area, center] = parameters_.aerodynamics;
  const auto [vx, vy, vz] = velocity;
  const double scale = -0.5 * AIR * area * std::sqrt(vx * vx + vy * vy + vz * vz);
  const double fx = scale * vx, fy = scale * vy, fz = scale * vz;
  const double px = center * up[0], py = center * up[1], pz = center * up[2];
  wrench.force[0] += fx;
  wrench.force[1] += fy;
  wrench.force[2] += fz;
  wrench.torque[0] += py * fz - pz * fy;
  wrench.torque[1] += pz * fx - px * fz;
  wrench.torque[2] += px * fy - py * fx;
}

bool Vehicle::anti_lock() const {
  return std::any_of(wheels_.begin(), wheels_.end(),
                     [](const WheelDynamics& wheel) { return wheel.eased(); });
}

Wrench Vehicle::wheel_forces(double dt, const Rotation& pose, const Vector& velocity,
                             const Vector& spin, const Ground& ground, const Torques& sums) {
  const Vector up = {pose[2], pose[5], pose[8]};
  const Patches patches = contact_patches(pose, mounts_, ground.distances, reach_);
  const Vector normal = ground_normal(patches, up);
  const auto [forward, left] = ground_axes({pose[0], pose[3], pose[6]}, normal);
  const auto [nx, ny, nz] = normal;
  rise_ = forward[2];
  const auto [fx, fy, fz] = forward;
  const auto [lx, ly, lz] = left;
  const auto [vx, vy, vz] = velocity;
  const auto [wx, wy, wz] = spin;
  const double upright = nx * up[0] + ny * up[1] + nz * up[2];
  const double lean =
      std::asin(std::min(std::max(nx * pose[1] + ny * pose[4] + nz * pose[7], -1.0), 1.0));
  const std::array<WheelTorques, 4> torques = shares(sums);
  const auto [front_mass, rear_mass] = parameters_.wheel_masses();
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
    const double load = wheel_load(index, ground.distances, extension);
    const double rolling = ux * fx + uy * fy + uz * fz, slipping = ux * lx + uy * ly + uz * lz;
    const Contact contact = {dt, index < 2 ? front_mass : rear_mass, load, ground.friction[index],
                             camber(index, ground.distances[index], lean)};
    const Tangential along = tangential_force(index, contact, rolling, slipping, torques[index]);
    const double gx = load * nx + along.forward * fx + along.left * lx;
    const double gy = load * ny + along.forward * fy + along.left * ly;
    const double gz = load * nz + along.forward * fz + along.left * lz;
    sum.force[0] += gx;
    sum.force[1] += gy;
    sum.force[2] += gz;
    sum.torque[0] += py * gz - pz * gy;
    sum.torque[1] += pz * gx - px * gz;
    sum.torque[2] += px * gy - py * gx;
  }
  return sum;
}

double Vehicle::wheel_load(std::size_t index, const std::array<double, 4>& distances,
                           double extension) const {
  const Suspension& suspension = parameters_.suspension;
  const Suspension::Axle axle = index < 2 ? suspension.front() : suspension.rear();
  const double compression = reach_ - distances[index];
  double load = suspension_force(axle.stiffness, axle.damping, compression, extension);
  const double beyond = compression - suspension.bump_travel;
  if (suspension.bump_travel > 0.0 && beyond > 0.0) load += suspension.bump_stiffness * beyond;
  if (axle.anti_roll == 0.0 || load == 0.0) return load;
  const double beside = std::max(reach_ - distances[index ^ 1], 0.0);
  const double track = parameters_.track;
  return std::max(load + axle.anti_roll * (compression - beside) / (track * track), 0.0);
}

double Vehicle::camber(std::size_t index, double distance, double lean) const {
  const auto axle = index < 2 ? parameters_.suspension.front() : parameters_.suspension.rear();
  const double outwards = axle.camber_gain * (distance - mounts_[index][2]);
  return lean + (index % 2 == 0 ? -outwards : outwards);
}

std::array<WheelTorques, 4> Vehicle::shares(const Torques& sums) const {
  const auto& [drive, brake] = std::tie(parameters_.drive, parameters_.brake);
  const WheelTorques front = {0.5 * sums.drive * drive.front_share,
                              0.5 * sums.brake * brake.front_share, brake.anti_lock_slip};
  const WheelTorques rear = {0.5 * sums.drive - front.drive, 0.5 * sums.brake - front.brake,
                             brake.anti_lock_slip};
  return {front, front, rear, rear};
}

void Vehicle::lift(std::size_t index, double dt, const WheelTorques& torques) {
  normal_forces_[index] = 0.0;
  tyre_forces_[index] = {};
  wheels_[index].spin(dt, torques);
}

Tangential Vehicle::tangential_force(std::size_t index, const Contact& contact, double forward,
                                     double left, const WheelTorques& torques) {
  if (contact.load == 0.0) {
    lift(index, contact.dt, torques);
    return {};
  }
  const double turned = index < 2 ? steering_angles_[index] : 0.0;
  const double cos = std::cos(turned), sin = std::sin(turned);
  const Tangential force = wheels_[index].roll(*tyres_[index], contact, cos * forward + sin * left,
                                               cos * left - sin * forward, torques);
  normal_forces_[index] = contact.load;
  tyre_forces_[index] = force;
  return {cos * force.forward - sin * force.left, sin * force.forward + cos * force.left};
}

}  // namespace sim::vehicle
