#include "laws/vehicle/vehicle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "laws/vehicle/aerodynamics.h"
#include "laws/vehicle/steering.h"

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
  const WheelDynamics wheel(parameters.wheel);
  return {wheel, wheel, wheel, wheel};
}

// Return the actuators of the front and the rear axle, for torques up to a maximum that is split by
// the front share.
std::array<Actuator, 2> axles(double sign, double most, double front, double lag, double delay) {
  const auto axle = [&](double share) {
    return Actuator(sign * share * most, share * most, UNLIMITED, lag, delay);
  };
  return {axle(front), axle(1.0 - front)};
}

template <class Numbers>
double sum(const Numbers& numbers) {
  return numbers[0] + numbers[1];
}

}  // namespace

Vehicle::Vehicle(const VehicleParameters& parameters, const TyreChoice& tyre)
    : parameters_(parameters),
      tyres_(make_tyres(tyre, parameters)),
      mounts_(mounts_of(parameters)),
      wheels_(wheels_of(parameters)),
      odometry_(parameters.wheelbase(), parameters.rear_axle_x),
      wheel_odometry_(parameters),
      reach_(parameters.suspension.rest_length + parameters.wheel.radius),
      contact_(parameters.wheel, mounts_, reach_),
      struts_(parameters),
      controller_(parameters),
      pedals_(parameters),
      powertrain_(parameters),
      differentials_(parameters.drive),
      stability_(parameters),
      steering_(-parameters.steering.max_angle, parameters.steering.max_angle,
                parameters.steering.max_rate, parameters.steering.time_constant,
                parameters.steering.delay),
      drive_(axles(-1.0, parameters.drive.max_torque, parameters.drive.front_share,
                   parameters.drive.time_constant, parameters.drive.delay)),
      brake_(axles(0.0, parameters.brake.max_torque, parameters.brake.front_share,
                   parameters.brake.time_constant, parameters.brake.delay)) {
  reset();
}

void Vehicle::reset() {
  for (auto& wheel : wheels_) wheel.reset();
  odometry_.reset();
  wheel_odometry_.reset();
  commands_.reset();
  controller_.reset();
  pedals_.reset();
  powertrain_.reset();
  differentials_.reset();
  stability_.reset();
  steering_.reset();
  const AxleTorques held = shared({0.0, parameters_.brake.max_torque});
  for (std::size_t axle = 0; axle < 2; ++axle) {
    drive_[axle].reset();
    brake_[axle].reset(held.brake[axle]);
  }
  steering_angles_ = {};
  normal_forces_ = {};
  tyre_forces_ = {};
  rise_ = resistance_ = 0.0;
  wheel_torques_ = {};
  timed_out_ = true;
  contact_.reset();
  struts_.reset();
}

void Vehicle::command(double stamp, double steering_angle, double speed, double acceleration) {
  commands_.add({stamp, steering_angle, SpeedCommand{speed, acceleration}});
}

void Vehicle::command_pedals(double stamp, double steering_angle, const Pedals& pedals) {
  commands_.add({stamp, steering_angle, pedals});
}

void Vehicle::command_torques(double stamp, double steering_angle, const AxleTorques& torques) {
  commands_.add({stamp, steering_angle, torques});
}

void Vehicle::command_twist(double stamp, double speed, double yaw_rate) {
  command(stamp, steering_for_twist(speed, yaw_rate, parameters_.wheelbase()), speed);
}

void Vehicle::neutral(double stamp) { commands_.add({stamp, 0.0, Neutral{}}); }

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
  const AxleTorques sums = actuate(time, dt, speed);
  contact_.look(dt, ground, linear_velocity);
  if (parameters_.wheel.vertical_stiffness > 0.0)
    compress(dt, rotation, linear_velocity, angular_velocity);
  Wrench wrench = wheel_forces(dt, rotation, linear_velocity, angular_velocity, sums);
  add_air(wrench, parameters_, rotation, {v[0] - wind_[0], v[1] - wind_[1], v[2] - wind_[2]});
  const double rear = 0.5 * (wheels_[2].speed() + wheels_[3].speed()) * parameters_.wheel.radius;
  odometry_.update(dt, rear, steering_.value());
  wheel_odometry_.update(dt, wheels_[2].speed(), wheels_[3].speed());
  contact_.aim(steering_angles_);
  return wrench;
}

void Vehicle::compress(double dt, const Rotation& rotation, const Vector& velocity,
                       const Vector& spin) {
  const auto along = [&rotation](std::size_t axis, const Vector& vector) {
    return rotation[axis] * vector[0] + rotation[axis + 3] * vector[1] +
           rotation[axis + 6] * vector[2];
  };
  const double up = along(2, velocity), roll = along(0, spin), pitch = along(1, spin);
  std::array<double, 4> gaps, rising;
  for (std::size_t index = 0; index < gaps.size(); ++index) {
    gaps[index] = std::max(reach_ - contact_.rims()[index].distance, 0.0);
    rising[index] = up + roll * mounts_[index][1] - pitch * mounts_[index][0];
  }
  struts_.step(dt, gaps, rising);
}

AxleTorques Vehicle::actuate(double time, double dt, double speed) {
  const std::optional<Command>& command = commands_.advance(time);
  const bool neutral = command && std::holds_alternative<Neutral>(command->wish);
  const bool overdue = time - commands_.applied_at() > parameters_.command_timeout;
  timed_out_ = !command || (overdue && !neutral);
  // Without a driver the wheels stay where they are: straightening them would leave the curve.
  const double steered = command ? command->steering_angle : 0.0;
  const Command obeyed = timed_out_ ? Command{time, steered, SpeedCommand{}} : *command;
  shift(dt, obeyed, speed);
  const AxleTorques wanted = this->wanted(dt, obeyed, speed);
  steer(steered, dt);
  AxleTorques reached;
  for (std::size_t axle = 0; axle < 2; ++axle) {
    reached.drive[axle] = drive_[axle].update(wanted.drive[axle], dt);
    reached.brake[axle] = brake_[axle].update(wanted.brake[axle], dt);
  }
  if (std::holds_alternative<AxleTorques>(obeyed.wish)) return reached;
  const double asked = sum(reached.drive), given = powertrain_.limited(asked);
  if (given != asked)
    for (double& drive : reached.drive) drive *= given / asked;
  return reached;
}

void Vehicle::shift(double dt, const Command& command, double speed) {
  const double share = parameters_.drive.front_share;
  const double front = 0.5 * (wheels_[0].speed() + wheels_[1].speed());
  const double rear = 0.5 * (wheels_[2].speed() + wheels_[3].speed());
  const double driven = share == 1.0 ? front : share == 0.0 ? rear : 0.5 * (front + rear);
  int lever = NEUTRAL;
  if (const auto* const pedals = std::get_if<Pedals>(&command.wish)) {
    lever = pedals->gear;
  } else if (const auto* const wish = std::get_if<SpeedCommand>(&command.wish)) {
    const bool moves = std::abs(speed) > parameters_.wheel.standstill_speed;
    lever = (moves ? speed : wish->speed) < 0.0 ? REVERSE : DRIVE;
  }
  const double most = std::abs(powertrain_.most());
  const double asked = std::abs(drive_[0].value() + drive_[1].value());
  powertrain_.shift(dt, lever, driven, most > 0.0 ? std::min(asked / most, 1.0) : 1.0);
}

AxleTorques Vehicle::wanted(double dt, const Command& command, double speed) {
  const double climb = parameters_.mass * GRAVITY * rise_;
  if (const auto* const wish = std::get_if<SpeedCommand>(&command.wish)) {
    pedals_.reset();
    const double moving =
        std::abs(speed) > parameters_.wheel.standstill_speed ? speed : wish->speed;
    const double soft = moving == 0.0 ? 0.0 : std::copysign(resistance_, moving);
    const double drag = 0.5 * AIR * parameters_.aerodynamics.drag_area * speed * std::abs(speed);
    return shared(controller_.update(dt, wish->speed, wish->acceleration, speed,
                                     climb + drag + soft, std::abs(powertrain_.most())));
  }
  controller_.reset();
  if (const auto* const pedals = std::get_if<Pedals>(&command.wish))
    return shared(pedals_.update(dt, *pedals, powertrain_, speed, climb));
  pedals_.reset();
  if (const auto* const torques = std::get_if<AxleTorques>(&command.wish)) return *torques;
  return {};
}

AxleTorques Vehicle::shared(const Torques& sums) const {
  const double driven = sums.drive * parameters_.drive.front_share;
  const double braked = sums.brake * parameters_.brake.front_share;
  return {{driven, sums.drive - driven}, {braked, sums.brake - braked}};
}

void Vehicle::steer(double wanted, double dt) {
  steering_.update(wanted, dt);
  const double aside =
      parameters_.steering.compliance * (tyre_forces_[0].left + tyre_forces_[1].left);
  const auto [left, right] =
      ackermann_angles(steering_.value() - aside, parameters_.wheelbase(), parameters_.track);
  steering_angles_ = {left, right};
}

Torques Vehicle::torques() const {
  const double drive = drive_[0].value() + drive_[1].value();
  return {powertrain_.limited(drive), brake_[0].value() + brake_[1].value()};
}

std::array<Slip, 4> Vehicle::slips() const {
  return {wheels_[0].slip(), wheels_[1].slip(), wheels_[2].slip(), wheels_[3].slip()};
}

bool Vehicle::anti_lock() const {
  return std::any_of(wheels_.begin(), wheels_.end(),
                     [](const WheelDynamics& wheel) { return wheel.eased(); });
}

Wrench Vehicle::wheel_forces(double dt, const Rotation& pose, const Vector& velocity,
                             const Vector& spin, const AxleTorques& sums) {
  const Vector up = {pose[2], pose[5], pose[8]};
  const std::array<RimContact, 4>& rims = contact_.rims();
  const Patches patches = contact_.patches(pose);
  const Vector normal = ground_normal(patches, up);
  const auto [forward, left] = ground_axes({pose[0], pose[3], pose[6]}, normal);
  const auto [nx, ny, nz] = normal;
  rise_ = forward[2];
  resistance_ = 0.0;
  const auto [fx, fy, fz] = forward;
  const auto [lx, ly, lz] = left;
  const auto [vx, vy, vz] = velocity;
  const auto [wx, wy, wz] = spin;
  const double upright = nx * up[0] + ny * up[1] + nz * up[2];
  const double lean =
      std::asin(std::min(std::max(nx * pose[1] + ny * pose[4] + nz * pose[7], -1.0), 1.0));
  const auto [front_mass, rear_mass] = parameters_.wheel_masses();
  const bool gives = parameters_.wheel.vertical_stiffness > 0.0;
  std::array<Footing, 4> footings;
  std::array<double, 4> pushes{};
  for (std::size_t index = 0; index < patches.size(); ++index) {
    Footing& footing = footings[index];
    footing.contact.dt = dt;
    normal_forces_[index] = 0.0;
    if (!patches[index]) continue;
    const auto [px, py, pz] = *patches[index];
    const double ux = vx + wy * pz - wz * py, uy = vy + wz * px - wx * pz,
                 uz = vz + wx * py - wy * px;
    const double rolling = ux * fx + uy * fy + uz * fz, slipping = ux * lx + uy * ly + uz * lz;
    const double extension = contact_.extension(index, dt, (ux * nx + uy * ny + uz * nz) / upright,
                                                std::hypot(rolling, slipping));
    const double load = wheel_load(index, extension);
    pushes[index] = gives ? struts_.push(index) : load;
    if (load == 0.0) continue;
    normal_forces_[index] = load;
    resistance_ += load * rims[index].resistance;
    const double turned = heading(index), cos = std::cos(turned), sin = std::sin(turned);
    footing = {tyres_[index].get(),
               {dt, index < 2 ? front_mass : rear_mass, load, rims[index].friction,
                camber(index, lean), rims[index].resistance, weather_},
               cos * rolling + sin * slipping,
               cos * slipping - sin * rolling};
  }
  std::array<WheelTorques, 4> torques = shares(sums);
  stabilise(dt, footings,
            {vx * fx + vy * fy + vz * fz, vx * lx + vy * ly + vz * lz, wx * nx + wy * ny + wz * nz,
             steering_.value(), 0.0},
            &torques);
  differentials_.lock(wheels_, footings, &torques);
  wheel_torques_ = torques;
  Wrench sum;
  for (std::size_t index = 0; index < patches.size(); ++index) {
    const Tangential force = wheels_[index].turn(footings[index], torques[index]);
    tyre_forces_[index] = force;
    if (!patches[index]) continue;
    const double turned = heading(index), cos = std::cos(turned), sin = std::sin(turned);
    const double load = normal_forces_[index];
    const Tangential push = contact_.push(index, pose, normal, forward, left);
    const double along = cos * force.forward - sin * force.left + load * push.forward,
                 aside = sin * force.forward + cos * force.left + load * push.left;
    const double gx = pushes[index] * nx + along * fx + aside * lx;
    const double gy = pushes[index] * ny + along * fy + aside * ly;
    const double gz = pushes[index] * nz + along * fz + aside * lz;
    sum.add({gx, gy, gz}, *patches[index]);
  }
  return sum;
}

void Vehicle::stabilise(double dt, const std::array<Footing, 4>& footings, PlanarMotion motion,
                        std::array<WheelTorques, 4>* torques) {
  if (!stability_on_) {
    stability_.reset();
    return;
  }
  double grip = UNLIMITED;
  for (const Footing& footing : footings)
    if (footing.tyre != nullptr) grip = std::min(grip, footing.contact.ground);
  motion.grip = GRAVITY * std::min(grip, parameters_.wheel.friction) * weather_;
  const std::array<double, 4>& brakes = stability_.update(dt, motion);
  if (!stability_.active()) return;
  for (std::size_t index = 0; index < torques->size(); ++index) {
    (*torques)[index].brake += brakes[index];
    (*torques)[index].drive = 0.0;
  }
}

double Vehicle::wheel_load(std::size_t index, double extension) const {
  if (parameters_.wheel.vertical_stiffness > 0.0) return struts_.load(index);
  const std::array<RimContact, 4>& rims = contact_.rims();
  const Suspension& suspension = parameters_.suspension;
  const Suspension::Axle axle = index < 2 ? suspension.front() : suspension.rear();
  const double compression = reach_ - rims[index].distance;
  double load = suspension_force(axle.stiffness, axle.damping, compression, extension);
  const double beyond = compression - suspension.bump_travel;
  if (suspension.bump_travel > 0.0 && beyond > 0.0) load += suspension.bump_stiffness * beyond;
  if (axle.anti_roll == 0.0 || load == 0.0) return load;
  const double beside = std::max(reach_ - rims[index ^ 1].distance, 0.0);
  const double track = parameters_.track;
  return std::max(load + axle.anti_roll * (compression - beside) / (track * track), 0.0);
}

double Vehicle::camber(std::size_t index, double lean) const {
  const auto axle = index < 2 ? parameters_.suspension.front() : parameters_.suspension.rear();
  const bool gives = parameters_.wheel.vertical_stiffness > 0.0;
  const double extended =
      gives ? struts_.extension(index) : contact_.rims()[index].distance - mounts_[index][2];
  const double outwards = axle.camber_gain * extended;
  return lean + (index % 2 == 0 ? -outwards : outwards);
}

std::array<WheelTorques, 4> Vehicle::shares(const AxleTorques& sums) const {
  const double slip = anti_lock_on_ ? parameters_.brake.anti_lock_slip : 1.0;
  const double front = parameters_.drive.front_share, inertia = 0.5 * powertrain_.inertia();
  const auto wheel = [&](std::size_t axle, double share) {
    return WheelTorques{0.5 * sums.drive[axle], 0.5 * sums.brake[axle], slip, share * inertia};
  };
  const WheelTorques ahead = wheel(0, front), behind = wheel(1, 1.0 - front);
  return {ahead, ahead, behind, behind};
}

double Vehicle::heading(std::size_t index) const {
  const Suspension& suspension = parameters_.suspension;
  const double toe = index < 2 ? suspension.front_toe : suspension.rear_toe;
  return (index < 2 ? steering_angles_[index] : 0.0) + (index % 2 == 0 ? -toe : toe);
}

}  // namespace sim::vehicle
