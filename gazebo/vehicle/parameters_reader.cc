#include "vehicle/parameters_reader.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "laws/input_error.h"

namespace sim::vehicle {
namespace {

// A number in [lower, upper], a list of up to `most` such, or a section of fields; one that is not
// required keeps its default.
struct Field {
  std::string name;
  double lower = 0.0, upper = 0.0;
  double* value = nullptr;
  bool required = true;
  std::vector<Field> section = {};
  std::size_t most = 0;
};

Field number(const char* name, double lower, double upper, double& value) {
  return {name, lower, upper, &value};
}

Field optional(const char* name, double lower, double upper, double& value) {
  return {name, lower, upper, &value, false};
}

template <std::size_t N>
Field list(const char* name, double lower, double upper, std::array<double, N>& values) {
  return {name, lower, upper, values.data(), false, {}, N};
}

Field section(const char* name, std::vector<Field> fields) {
  return {name, 0.0, 0.0, nullptr, true, std::move(fields)};
}

Field optional_section(const char* name, std::vector<Field> fields) {
  return {name, 0.0, 0.0, nullptr, false, std::move(fields)};
}

std::vector<Field> wheel(Wheel& to) {
  return {number("radius", 0.02, 2.0, to.radius),
          number("inertia", 1e-6, 1000.0, to.inertia),
          number("friction", 0.0, 3.0, to.friction),
          number("rolling_resistance", 0.0, 1.0, to.rolling_resistance),
          optional("slip_time_constant", 1e-3, 1.0, to.slip_time_constant),
          optional("standstill_speed", 1e-3, 1.0, to.standstill_speed),
          optional("rays", 1.0, 51.0, to.rays),
          optional("vertical_stiffness", 0.0, 1e8, to.vertical_stiffness),
          optional("mass", 0.0, 1e4, to.mass)};
}

std::vector<Field> tyre(TyreParameters& to) {
  return {optional("nominal_load", 0.0, 1e6, to.nominal_load),
          optional("cornering_stiffness", 0.1, 200.0, to.cornering_stiffness),
          optional("longitudinal_stiffness", 0.1, 200.0, to.longitudinal_stiffness),
          optional("load_sensitivity", 0.0, 1.0, to.load_sensitivity),
          optional("lateral_relaxation", 0.01, 5.0, to.lateral_relaxation),
          optional("longitudinal_relaxation", 0.01, 5.0, to.longitudinal_relaxation)};
}

std::vector<Field> aerodynamics(Aerodynamics& to) {
  return {optional("drag_area", 0.0, 100.0, to.drag_area), optional("center", 0.0, 10.0, to.center),
          optional("side_area", 0.0, 100.0, to.side_area),
          optional("front_lift_area", -100.0, 100.0, to.front_lift_area),
          optional("rear_lift_area", -100.0, 100.0, to.rear_lift_area)};
}

std::vector<Field> odometry(OdometryErrors& to) {
  return {optional("radius_error", -0.5, 0.5, to.radius_error),
          optional("radius_difference", -0.5, 0.5, to.radius_difference),
          optional("track_error", -0.5, 0.5, to.track_error),
          optional("distance_noise", 0.0, 1.0, to.distance_noise)};
}

std::vector<Field> suspension(Suspension& to) {
  return {number("stiffness", 10.0, 1e7, to.stiffness),
          number("damping", 0.0, 1e6, to.damping),
          number("rest_length", 0.01, 5.0, to.rest_length),
          optional("rear_stiffness", 0.0, 1e7, to.rear_stiffness),
          optional("rear_damping", 0.0, 1e6, to.rear_damping),
          optional("front_anti_roll", 0.0, 1e7, to.front_anti_roll),
          optional("rear_anti_roll", 0.0, 1e7, to.rear_anti_roll),
          optional("bump_travel", 0.0, 5.0, to.bump_travel),
          optional("bump_stiffness", 0.0, 1e8, to.bump_stiffness),
          optional("front_camber_gain", -10.0, 10.0, to.front_camber_gain),
          optional("rear_camber_gain", -10.0, 10.0, to.rear_camber_gain),
          optional("front_toe", -0.2, 0.2, to.front_toe),
          optional("rear_toe", -0.2, 0.2, to.rear_toe)};
}

std::vector<Field> steering(Steering& to) {
  return {number("max_angle", 0.01, 1.5, to.max_angle),
          number("max_rate", 0.01, 100.0, to.max_rate),
          optional("time_constant", 0.0, 10.0, to.time_constant),
          optional("delay", 0.0, 10.0, to.delay), optional("compliance", 0.0, 1e-4, to.compliance)};
}

std::vector<Field> drive(Drive& to) {
  return {number("max_torque", 0.1, 1e6, to.max_torque),
          number("max_power", 1.0, 1e8, to.max_power),
          number("front_share", 0.0, 1.0, to.front_share),
          optional("time_constant", 0.0, 10.0, to.time_constant),
          optional("delay", 0.0, 10.0, to.delay),
          optional("overrun_torque", 0.0, 1e6, to.overrun_torque),
          optional("front_lock", 0.0, 1e6, to.front_lock),
          optional("rear_lock", 0.0, 1e6, to.rear_lock),
          optional("center_lock", 0.0, 1e6, to.center_lock)};
}

std::vector<Field> engine(Engine& to) {
  return {list("speeds", 0.1, 1e5, to.speeds), list("torques", 1e-3, 1e5, to.torques),
          optional("idle_speed", 0.0, 1e4, to.idle_speed),
          optional("braking_torque", 0.0, 1e5, to.braking_torque),
          optional("inertia", 0.0, 1e3, to.inertia)};
}

std::vector<Field> gearbox(Gearbox& to) {
  return {list("ratios", 0.01, 1000.0, to.ratios),
          optional("final_ratio", 0.01, 1000.0, to.final_ratio),
          optional("reverse_ratio", 0.0, 1000.0, to.reverse_ratio),
          optional("efficiency", 0.1, 1.0, to.efficiency),
          optional("shift_time", 0.0, 10.0, to.shift_time)};
}

std::vector<Field> stability_control(StabilityControl& to) {
  return {optional("yaw_gain", 0.0, 1e8, to.yaw_gain),
          optional("slip_gain", 0.0, 1e8, to.slip_gain),
          optional("yaw_threshold", 0.0, 10.0, to.yaw_threshold),
          optional("slip_threshold", 0.0, 1.5, to.slip_threshold),
          optional("understeer_gradient", -0.1, 0.1, to.understeer_gradient),
          optional("time_constant", 0.0, 10.0, to.time_constant)};
}

std::vector<Field> brake(Brake& to) {
  return {number("max_torque", 0.1, 1e6, to.max_torque),
          number("front_share", 0.0, 1.0, to.front_share),
          optional("time_constant", 0.0, 10.0, to.time_constant),
          optional("delay", 0.0, 10.0, to.delay),
          optional("anti_lock_slip", 0.01, 1.0, to.anti_lock_slip),
          optional("hill_hold", 0.0, 1e6, to.hill_hold)};
}

std::vector<Field> speed_control(SpeedControl& to) {
  return {number("proportional_gain", 0.0, 100.0, to.proportional_gain),
          number("integral_gain", 0.0, 100.0, to.integral_gain),
          number("max_speed", 0.1, 200.0, to.max_speed),
          number("max_acceleration", 0.01, 100.0, to.max_acceleration),
          number("max_deceleration", 0.01, 100.0, to.max_deceleration)};
}

std::vector<Field> vehicle_fields(VehicleParameters& to) {
  return {number("mass", 1.0, 1e6, to.mass),
          number("front_axle_x", -50.0, 50.0, to.front_axle_x),
          number("rear_axle_x", -50.0, 50.0, to.rear_axle_x),
          number("track", 0.05, 10.0, to.track),
          section("wheel", wheel(to.wheel)),
          section("suspension", suspension(to.suspension)),
          section("steering", steering(to.steering)),
          section("drive", drive(to.drive)),
          section("brake", brake(to.brake)),
          section("speed_control", speed_control(to.speed_control)),
          optional("center_of_mass_x", -50.0, 50.0, to.center_of_mass_x),
          optional("command_timeout", 0.01, 1e6, to.command_timeout),
          optional("payload", 0.0, 1e6, to.payload),
          optional_section("tyre", tyre(to.tyre)),
          optional_section("aerodynamics", aerodynamics(to.aerodynamics)),
          optional_section("engine", engine(to.engine)),
          optional_section("gearbox", gearbox(to.gearbox)),
          optional_section("stability_control", stability_control(to.stability_control)),
          optional_section("odometry", odometry(to.odometry))};
}

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// A value as a message shows it.
std::string shown(const YAML::Node& node) {
  switch (node.Type()) {
    case YAML::NodeType::Scalar:
      return "'" + node.Scalar() + "'";
    case YAML::NodeType::Sequence:
      return "a list";
    case YAML::NodeType::Map:
      return "a mapping";
    default:
      return "nothing";
  }
}

double read_number(const YAML::Node& node, const Field& field, const std::string& where) {
  double value = 0.0;
  if (!node.IsScalar() || node.Tag() == "!" || !YAML::convert<double>::decode(node, value)) {
    throw InputError(where, "must be a number, not " + shown(node));
  }
  if (!(field.lower <= value && value <= field.upper)) {
    const std::string range = formatted("%g", field.lower) + " to " + formatted("%g", field.upper);
    throw InputError(where, node.Scalar() + " is out of range; give a number from " + range);
  }
  return value;
}

void read_list(const YAML::Node& node, const Field& field, const std::string& where) {
  if (!node.IsSequence() || node.size() > field.most) {
    throw InputError(where, "must be a list of up to " + std::to_string(field.most) + " numbers");
  }
  for (std::size_t i = 0; i < node.size(); ++i)
    field.value[i] = read_number(node[i], field, where + "[" + std::to_string(i) + "]");
}

// Fill fields from a mapping, naming each bad key as `prefix` + key.
void fill(const std::vector<Field>& fields, const YAML::Node& node, const std::string& path,
          const std::string& prefix) {
  if (!node.IsMap()) {
    const std::string name = prefix.empty() ? "top level" : prefix.substr(0, prefix.size() - 1);
    throw InputError(path + ": " + name, "must be a mapping of keys to values, not " + shown(node));
  }
  std::vector<YAML::Node> values(fields.size(), YAML::Node(YAML::NodeType::Undefined));
  for (const auto& item : node) {
    const std::string key = item.first.IsScalar() ? item.first.Scalar() : shown(item.first);
    const auto is_it = [&](const Field& known) { return known.name == key; };
    const auto field = std::find_if(fields.begin(), fields.end(), is_it);
    if (field == fields.end()) {
      std::string known;
      for (const Field& each : fields) known += (known.empty() ? "" : ", ") + each.name;
      throw InputError(path + ": " + prefix + key, "unknown key; known keys: " + known);
    }
    values[field - fields.begin()].reset(item.second);
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string where = path + ": " + prefix + fields[i].name;
    if (!values[i].IsDefined()) {
      if (fields[i].required) throw InputError(where, "missing; add this key");
    } else if (fields[i].value == nullptr) {
      fill(fields[i].section, values[i], path, prefix + fields[i].name + ".");
    } else if (fields[i].most > 0) {
      read_list(values[i], fields[i], where);
    } else {
      *fields[i].value = read_number(values[i], fields[i], where);
    }
  }
}

// Refuse vehicles that cannot stand on their four wheels.
void check_geometry(const VehicleParameters& parameters, const std::string& path) {
  const double rays = parameters.wheel.rays;
  if (rays != std::floor(rays))
    throw InputError(path + ": wheel.rays",
                     formatted("%g", rays) + " is not whole; give a number of rays");
  if (parameters.wheelbase() <= 0.0) {
    throw InputError(path + ": front_axle_x", "must be ahead of rear_axle_x (" +
                                                  formatted("%g", parameters.rear_axle_x) + ")");
  }
  const double center = parameters.center_of_mass_x;
  if (!(parameters.rear_axle_x < center && center < parameters.front_axle_x)) {
    throw InputError(path + ": center_of_mass_x", "must lie between rear_axle_x and front_axle_x");
  }
  const Wheel& wheel = parameters.wheel;
  if (wheel.mass > 0.0 && wheel.vertical_stiffness == 0.0)
    throw InputError(path + ": wheel.mass",
                     "needs a tyre that gives way; give wheel.vertical_stiffness");
  const auto [front, rear] = parameters.wheel_masses();
  if (wheel.mass >= std::min(front, rear))
    throw InputError(path + ": wheel.mass", "must be less than the " +
                                                formatted("%g", std::min(front, rear)) +
                                                " kg that a wheel carries");
  const auto [front_mount, rear_mount] = parameters.mount_heights();
  if (std::min(front_mount, rear_mount) <= parameters.wheel.radius) {
    const auto [front_mass, rear_mass] = parameters.wheel_masses();
    const Suspension& suspension = parameters.suspension;
    const double deflection = std::max(front_mass / suspension.front().stiffness,
                                       rear_mass / suspension.rear().stiffness) *
                              GRAVITY;
    throw InputError(path + ": suspension.rest_length", "must exceed the deflection at rest, " +
                                                            formatted("%.3f", deflection) +
                                                            " m; lengthen or stiffen the spring");
  }
}

// Refuse maps over engine speed that are none.
void check_engine(const Engine& engine, const std::string& path) {
  const auto end = std::find(engine.speeds.begin(), engine.speeds.end(), 0.0);
  if (std::adjacent_find(engine.speeds.begin(), end, std::greater_equal<>()) != end)
    throw InputError(path + ": engine.speeds", "must rise from each to the next");
  const auto points = end - engine.speeds.begin();
  const auto given = std::find(engine.torques.begin(), engine.torques.end(), 0.0);
  if (given - engine.torques.begin() != points)
    throw InputError(path + ": engine.torques", "must have a number for each of engine.speeds");
  if (points > 0 && engine.idle_speed >= engine.speeds[points - 1])
    throw InputError(path + ": engine.idle_speed", "must be below the highest of engine.speeds (" +
                                                       formatted("%g", engine.speeds[points - 1]) +
                                                       ")");
}

// Refuse gears that an automatic box could not shift through.
void check_gearbox(const Gearbox& gearbox, const std::string& path) {
  const auto end = std::find(gearbox.ratios.begin(), gearbox.ratios.end(), 0.0);
  if (std::adjacent_find(gearbox.ratios.begin(), end, std::less_equal<>()) != end)
    throw InputError(path + ": gearbox.ratios", "must fall from each gear to the next");
}

std::string read_text(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  std::string text;
  char block[4096];
  while (file && !std::feof(file.get()) && !std::ferror(file.get()))
    text.append(block, std::fread(block, 1, sizeof block, file.get()));
  if (!file || std::ferror(file.get())) {
    throw InputError(path,
                     std::string("cannot read the vehicle parameters: ") + std::strerror(errno));
  }
  return text;
}

// A parser's message on one line.
std::string one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

YAML::Node parse(const std::string& path) {
  const std::string text = read_text(path);
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() > 1)
      throw InputError(path, "is not valid YAML: expected a single document in the stream");
    return documents.empty() ? YAML::Node() : documents.front();
  } catch (const YAML::Exception& error) {
    throw InputError(path, "is not valid YAML: " + one_line(error.what()));
  }
}

}  // namespace

VehicleParameters load_parameters(const std::string& path) {
  VehicleParameters parameters;
  fill(vehicle_fields(parameters), parse(path), path, "");
  check_geometry(parameters, path);
  check_engine(parameters.engine, path);
  check_gearbox(parameters.gearbox, path);
  return parameters;
}

}  // namespace sim::vehicle
