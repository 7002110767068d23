// vehicle_law: the vehicle's law without a simulator, for the test that compares it with
// sim.vehicle.
//
//   vehicle_law VEHICLE.yaml < LINES      a line of readings after each step
//   vehicle_law --resolve URI FOLDER...   the file that a URI names on a model path
//
// LINES are `step time dt rotation(9) velocity(3) spin(3) distances(rays)`, `command stamp angle
// speed acceleration`, `twist stamp speed yaw_rate`, `neutral stamp` and `reset`. Exit code 2 and
// one line on stderr for what is wrong.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "laws/input_error.h"
#include "vehicle/parameters_reader.h"
#include "laws/vehicle/vehicle.h"
#include "vehicle/model_path.h"

namespace {

using namespace sim::vehicle;
using sim::InputError;

// strtod reads "inf" and "nan", which operator>> does not.
double value(std::istream& line) {
  std::string word;
  line >> word;
  return std::stod(word);
}

template <std::size_t N>
std::array<double, N> values(std::istream& line) {
  std::array<double, N> found;
  for (double& each : found) each = value(line);
  return found;
}

template <class Numbers>
void print(const Numbers& numbers) {
  for (const double number : numbers) std::printf("%.17g ", number);
}

void step(Vehicle& vehicle, std::istream& line) {
  const double time = value(line), dt = value(line);
  const Rotation rotation = values<9>(line);
  const Vector velocity = values<3>(line), spin = values<3>(line);
  Ground ground;
  for (std::size_t ray = 0; ray < vehicle.rays().size(); ++ray)
    ground.touches.push_back({value(line)});
  const Wrench wrench = vehicle.step(time, dt, rotation, velocity, spin, ground);
  const Odometry& odometry = vehicle.odometry();
  print(wrench.force);
  print(wrench.torque);
  print(vehicle.wheel_speeds());
  print(vehicle.wheel_angles());
  print(vehicle.normal_forces());
  print(std::array<double, 1>{vehicle.steering_angle()});
  print(vehicle.steering_angles());
  print(std::array<double, 6>{odometry.x, odometry.y, odometry.yaw, odometry.speed,
                              odometry.lateral_speed, odometry.yaw_rate});
  std::printf("%d\n", vehicle.timed_out() ? 1 : 0);
}

void obey(Vehicle& vehicle, std::istream& line) {
  std::string verb;
  line >> verb;
  if (verb == "step") {
    step(vehicle, line);
  } else if (verb == "command") {
    const auto [stamp, angle, speed, acceleration] = values<4>(line);
    vehicle.command(stamp, angle, speed, acceleration);
  } else if (verb == "twist") {
    const auto [stamp, speed, yaw_rate] = values<3>(line);
    vehicle.command_twist(stamp, speed, yaw_rate);
  } else if (verb == "neutral") {
    vehicle.neutral(value(line));
  } else if (verb == "reset") {
    vehicle.reset();
  } else {
    throw InputError(verb, "no such verb; write step, command, twist, neutral or reset");
  }
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() > 1 && arguments[0] == "--resolve") {
    std::puts(resolve(arguments[1], {arguments.begin() + 2, arguments.end()}).c_str());
    return 0;
  }
  if (arguments.size() != 1)
    throw InputError("vehicle_law", "give one argument, a vehicle's YAML file");
  Vehicle vehicle(load_parameters(arguments[0]));
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream line(text);
    obey(vehicle, line);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
