// The vehicle's law as C functions; src/sim/vehicle/vehicle.py calls them.
//
// A vehicle is made from all its numbers in the order of VehicleParameters, and writes what can be
// read of it into an array of the caller's.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "laws/named_seed.h"
#include "driven_vehicle.h"
#include "laws/vehicle/checks.h"
#include "laws/vehicle/parameters_table.h"
#include "laws/vehicle/weather.h"

namespace sim::vehicle {

static_assert(std::is_trivially_copyable_v<VehicleParameters>);

DrivenVehicle::DrivenVehicle(const VehicleParameters& parameters, const TyreChoice& tyre,
                             double* readings)
    : law(parameters, tyre), readings_(readings) {
  write_readings();
}

Wrench DrivenVehicle::step(double time, double dt, const Rotation& rotation,
                           const Vector& linear_velocity, const Vector& angular_velocity,
                           const Ground& ground) {
  const Wrench wrench = law.step(time, dt, rotation, linear_velocity, angular_velocity, ground);
  write_readings();
  return wrench;
}

void DrivenVehicle::write_readings() {
  double* next = readings_;
  const auto put = [&next](const auto& values) {
    next = std::copy(values.begin(), values.end(), next);
  };
  const Odometry& odometry = law.odometry();
  put(law.wheel_speeds());
  put(law.wheel_angles());
  put(law.normal_forces());
  put(law.steering_angles());
  put(std::array<double, 8>{law.steering_angle(), odometry.x, odometry.y, odometry.yaw,
                            odometry.speed, odometry.lateral_speed, odometry.yaw_rate,
                            law.timed_out() ? 1.0 : 0.0});
  for (const Tangential& force : law.tyre_forces())
    put(std::array<double, 2>{force.forward, force.left});
  const auto [drive, brake] = law.torques();
  put(std::array<double, 6>{law.anti_lock() ? 1.0 : 0.0, law.stability_control() ? 1.0 : 0.0, drive,
                            brake, static_cast<double>(law.gear()), law.engine_speed()});
  for (const Slip& slip : law.slips()) put(std::array<double, 2>{slip.kappa, slip.alpha});
  for (const WheelTorques& torques : law.wheel_torques())
    put(std::array<double, 2>{torques.drive, torques.brake});
  const WheelOdometry& sensed = law.wheel_odometry();
  put(std::array<double, 6>{sensed.x, sensed.y, sensed.yaw, sensed.speed, sensed.lateral_speed,
                            sensed.yaw_rate});
  put(sensed.covariance);
  put(sensed.twist_variances());
}

}  // namespace sim::vehicle

using sim::vehicle::DrivenVehicle;
using sim::vehicle::TyreChoice;

namespace {

sim::vehicle::VehicleParameters parameters_of(const double* numbers) {
  sim::vehicle::VehicleParameters parameters;
  std::memcpy(static_cast<void*>(&parameters), numbers, sizeof(parameters));
  return parameters;
}

// Return whether a check passes; otherwise `message` (size,) gets the text of its exception.
template <class Check>
int allowed(char* message, int size, const Check& check) {
  try {
    check();
    return 1;
  } catch (const std::exception& error) {
    std::snprintf(message, size, "%s", error.what());
    return 0;
  }
}

// A row of the table of numbers: "wheel.radius", range and default, whether a file must give it,
// and the length of a list, 0 for a single number.
struct Row {
  std::string name;
  std::array<double, 5> values;
};

void append_rows(const std::vector<sim::vehicle::Field>& fields, const std::string& prefix,
                 std::vector<Row>& rows) {
  for (const auto& field : fields) {
    const std::string name = prefix + field.name;
    if (field.value == nullptr)
      append_rows(field.section, name + ".", rows);
    else
      rows.push_back({name,
                      {field.lower, field.upper, *field.value, field.required ? 1.0 : 0.0,
                       static_cast<double>(field.most)}});
  }
}

const std::vector<Row>& table() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> found;
    sim::vehicle::VehicleParameters defaults;
    append_rows(sim::vehicle::vehicle_fields(defaults), "", found);
    return found;
  }();
  return rows;
}

}  // namespace

// Write row `index` of the table of numbers into `values` (5,): lower and upper bound, default,
// whether a file must give it, length of a list or 0. Return its name, null beyond the last.
SIM_INTERFACE const char* sim_vehicle_parameter(int index, double* values) {
  if (index < 0 || index >= static_cast<int>(table().size())) return nullptr;
  const Row& row = table()[static_cast<std::size_t>(index)];
  std::copy(row.values.begin(), row.values.end(), values);
  return row.name.c_str();
}

// Return whether a vehicle can stand and shift; otherwise `message` (size,) gives the reason, after
// `path`.
SIM_INTERFACE int sim_vehicle_check_parameters(const double* numbers, const char* path,
                                               char* message, int size) {
  return allowed(message, size,
                 [&] { sim::vehicle::check_parameters(parameters_of(numbers), path); });
}

// Write the mass that one front and one rear wheel carry at rest (2,), kg.
SIM_INTERFACE void sim_vehicle_wheel_masses(const double* numbers, double* masses) {
  std::tie(masses[0], masses[1]) = parameters_of(numbers).wheel_masses();
}

SIM_INTERFACE int sim_vehicle_numbers() {
  return sizeof(sim::vehicle::VehicleParameters) / sizeof(double);
}

SIM_INTERFACE int sim_vehicle_readings() { return sim::vehicle::READINGS; }

SIM_INTERFACE DrivenVehicle* sim_vehicle_new(const double* numbers, const TyreChoice* tyre,
                                             double* readings) {
  return new DrivenVehicle(parameters_of(numbers), *tyre, readings);
}

// Return whether a vehicle of these numbers fits a model of a mass and steps of `dt`; otherwise
// `message` (size,) gives the reason.
SIM_INTERFACE int sim_vehicle_check(const double* numbers, double mass, double dt, char* message,
                                    int size) {
  return allowed(message, size,
                 [&] { sim::vehicle::check_vehicle_model(parameters_of(numbers), mass, dt); });
}

// The same, of whether a wheel that a model shows is where and as large as the vehicle's.
SIM_INTERFACE int sim_vehicle_check_wheel(const double* numbers, int index, double x, double y,
                                          double radius, char* message, int size) {
  return allowed(message, size, [&] {
    sim::vehicle::check_shown_wheel(parameters_of(numbers), index, x, y, radius);
  });
}

// The same, of whether it has a function, anti_lock or stability_control.
SIM_INTERFACE int sim_vehicle_require(const double* numbers, const char* function, char* message,
                                      int size) {
  return allowed(message, size, [&] {
    if (std::strcmp(function, "anti_lock") == 0)
      sim::vehicle::require_anti_lock(parameters_of(numbers));
    else
      sim::vehicle::require_stability_control(parameters_of(numbers));
  });
}

// Return 0 for an unknown weather, with the reason in `message` (size,).
SIM_INTERFACE int sim_vehicle_weather(DrivenVehicle* vehicle, const char* name, char* message,
                                      int size) {
  try {
    vehicle->law.set_weather(sim::vehicle::weather_friction(name));
    return 1;
  } catch (const std::exception& error) {
    std::snprintf(message, size, "%s", error.what());
    return 0;
  }
}

SIM_INTERFACE void sim_vehicle_delete(DrivenVehicle* vehicle) { delete vehicle; }

SIM_INTERFACE void sim_vehicle_mounts(const DrivenVehicle* vehicle, double* mounts) {
  for (const auto& mount : vehicle->law.mounts())
    mounts = std::copy(mount.begin(), mount.end(), mounts);
}

SIM_INTERFACE int sim_vehicle_rays(const DrivenVehicle* vehicle) {
  return static_cast<int>(vehicle->law.rays().size());
}

// Writes where the rays of the next step start (rays, 3).
SIM_INTERFACE void sim_vehicle_ray_starts(const DrivenVehicle* vehicle, double* starts) {
  for (const auto& start : vehicle->law.rays())
    starts = std::copy(start.begin(), start.end(), starts);
}

SIM_INTERFACE void sim_vehicle_reset(DrivenVehicle* vehicle) {
  vehicle->law.reset();
  vehicle->write_readings();
}

// Return whether a command is allowed by CommandQueue::add; otherwise `message` (size,) gives the
// reason. The same holds for the next three functions.
SIM_INTERFACE int sim_vehicle_command(DrivenVehicle* vehicle, double stamp, double steering_angle,
                                      double speed, double acceleration, char* message, int size) {
  return allowed(message, size,
                 [&] { vehicle->law.command(stamp, steering_angle, speed, acceleration); });
}

SIM_INTERFACE int sim_vehicle_twist(DrivenVehicle* vehicle, double stamp, double speed,
                                    double yaw_rate, char* message, int size) {
  return allowed(message, size, [&] { vehicle->law.command_twist(stamp, speed, yaw_rate); });
}

SIM_INTERFACE int sim_vehicle_pedals(DrivenVehicle* vehicle, double stamp, double steering_angle,
                                     double throttle, double brake, int gear, char* message,
                                     int size) {
  return allowed(message, size, [&] {
    vehicle->law.command_pedals(stamp, steering_angle, {throttle, brake, gear});
  });
}

// Torques of drive (2,) and brakes (2,) of front and rear axle.
SIM_INTERFACE int sim_vehicle_torques(DrivenVehicle* vehicle, double stamp, double steering_angle,
                                      const double* torques, char* message, int size) {
  return allowed(message, size, [&] {
    vehicle->law.command_torques(stamp, steering_angle,
                                 {{torques[0], torques[1]}, {torques[2], torques[3]}});
  });
}

SIM_INTERFACE void sim_vehicle_switch(DrivenVehicle* vehicle, int anti_lock,
                                      int stability_control) {
  vehicle->law.switch_anti_lock(anti_lock != 0);
  vehicle->law.switch_stability_control(stability_control != 0);
}

SIM_INTERFACE int sim_vehicle_neutral(DrivenVehicle* vehicle, double stamp, char* message,
                                      int size) {
  return allowed(message, size, [&] { vehicle->law.neutral(stamp); });
}

// Velocity of the air (3,).
SIM_INTERFACE void sim_vehicle_wind(DrivenVehicle* vehicle, const double* velocity) {
  vehicle->law.set_wind({velocity[0], velocity[1], velocity[2]});
}

// Random errors of the wheels' odometry, by a seed and the model's name.
SIM_INTERFACE void sim_vehicle_seed(DrivenVehicle* vehicle, std::uint64_t seed, const char* model) {
  vehicle->law.seed_odometry(sim::named_seed(seed, model));
  vehicle->write_readings();
}

// Rotation (9,), velocity (3,) and spin (3,) as in Vehicle::step, place (3,) of the base origin,
// distances, friction and rolling resistance of the ground for each ray; writes force and torque
// (6,).
SIM_INTERFACE void sim_vehicle_step(DrivenVehicle* vehicle, double time, double dt,
                                    const double* rotation, const double* velocity,
                                    const double* spin, const double* place,
                                    const double* distances, const double* friction,
                                    const double* resistance, double* wrench) {
  sim::vehicle::Rotation pose;
  std::copy_n(rotation, 9, pose.begin());
  sim::vehicle::Ground ground;
  std::copy_n(place, 3, ground.place.begin());
  for (std::size_t ray = 0; ray < vehicle->law.rays().size(); ++ray)
    ground.touches.push_back({distances[ray], friction[ray], resistance[ray]});
  const auto found = vehicle->step(time, dt, pose, {velocity[0], velocity[1], velocity[2]},
                                   {spin[0], spin[1], spin[2]}, ground);
  std::copy(found.force.begin(), found.force.end(), wrench);
  std::copy(found.torque.begin(), found.torque.end(), wrench + 3);
}
