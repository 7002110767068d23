// IMUs and sensors of hector_gazebo_plugins as C functions; src/sim/robot_plugins/body_sensors.py
// calls them. The laws are the Gazebo plugins' own.
#include <algorithm>

#include "laws/named_seed.h"
#include "held_settings.h"
#include "laws/interface.h"
#include "laws/robot_plugins/errors.h"
#include "laws/robot_plugins/geodesic.h"
#include "laws/robot_plugins/imu_sensor.h"

using sim::robot_plugins::Errors;
using sim::robot_plugins::Geodesic;
using sim::robot_plugins::ImuReading;
using sim::robot_plugins::ImuSensor;
using sim::robot_plugins::Values;

namespace {

Values values_at(const double* values) { return {values[0], values[1], values[2]}; }

void write(const Values& from, double* to) { std::copy(from.begin(), from.end(), to); }

}  // namespace

// Errors by the tags with a prefix, which begin with a seed and a name.
SIM_INTERFACE Errors* sim_errors_new(const Held* held, const char* prefix, int seed,
                                     const char* name) {
  return new Errors(held->settings, prefix,
                    sim::named_seed(static_cast<std::uint64_t>(seed), name));
}

// White noise alone.
SIM_INTERFACE Errors* sim_errors_white(double deviation, int seed, const char* name) {
  return new Errors(
      Errors::white(deviation, sim::named_seed(static_cast<std::uint64_t>(seed), name)));
}

SIM_INTERFACE void sim_errors_delete(Errors* errors) { delete errors; }

// Write a sensor's reading (3,) of true values (3,), `dt` s after the last call.
SIM_INTERFACE void sim_errors_on(Errors* errors, const double* values, double dt, double* read) {
  write(errors->on(values_at(values), dt), read);
}

// Lets the drift go on from values (3,).
SIM_INTERFACE void sim_errors_set_drift(Errors* errors, const double* values) {
  errors->set_drift(values_at(values));
}

// Writes the variance of the white noise (3,), and with it that of the drift (3,).
SIM_INTERFACE void sim_errors_variances(const Errors* errors, double* values) {
  write(errors->noise_variance(), values);
  write(errors->variance(), values + 3);
}

// An IMU by sensor plugin: `offset` (3,) roll, pitch, yaw, `start` (4,) the quaternion x y z w of
// its start.
SIM_INTERFACE ImuSensor* sim_imu_sensor_new(double deviation, int relative, const double* offset,
                                            const double* start, int seed, const char* name) {
  return new ImuSensor(deviation, relative != 0, values_at(offset),
                       {start[0], start[1], start[2], start[3]},
                       sim::named_seed(static_cast<std::uint64_t>(seed), name));
}

SIM_INTERFACE void sim_imu_sensor_delete(ImuSensor* sensor) { delete sensor; }

// Replaces true values (10,), a quaternion x y z w, rates and forces, by the sensor's.
SIM_INTERFACE void sim_imu_sensor_on(ImuSensor* sensor, double* values) {
  const ImuReading read = sensor->on(
      {{values[0], values[1], values[2], values[3]}, values_at(values + 4), values_at(values + 7)});
  std::copy(read.orientation.begin(), read.orientation.end(), values);
  write(read.rate, values + 4);
  write(read.force, values + 7);
}

SIM_INTERFACE Geodesic* sim_geodesic_new(const Held* held) { return new Geodesic(held->settings); }

SIM_INTERFACE void sim_geodesic_delete(Geodesic* geodesic) { delete geodesic; }

// Writes latitude, longitude and altitude (3,) of a place in the world.
SIM_INTERFACE void sim_geodesic_fix(const Geodesic* geodesic, const double* place, double* fix) {
  write(geodesic->fix(values_at(place)), fix);
}

// Writes north, west and up (3,) of a velocity in the world.
SIM_INTERFACE void sim_geodesic_velocity(const Geodesic* geodesic, const double* world,
                                         double* velocity) {
  write(geodesic->velocity(values_at(world)), velocity);
}

// Writes the earth's field (3,) in the world.
SIM_INTERFACE void sim_magnetic_field(const Held* held, double* field) {
  write(sim::robot_plugins::magnetic_field(held->settings), field);
}
