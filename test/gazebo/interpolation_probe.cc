// Drives the interpolator by a script on stdin and prints what it shows: what
// test_interpolation_cc.py compares with Python's.
//
//   add NOW TIME STEP COUNT, then per vehicle: id type x y z yaw pitch roll speed
//   show TIME    prints "shown CHANGED COUNT NEWEST", then per vehicle: id x y z yaw pitch roll vx
//   vy vz yaw_rate
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include "laws/traffic/interpolation.h"

namespace {

std::shared_ptr<sim::TrafficState> read_state(std::istream& in) {
  auto state = std::make_shared<sim::TrafficState>();
  std::size_t count = 0;
  in >> state->time >> state->step >> count;
  state->resize(count);
  for (std::size_t row = 0; row < count; ++row) {
    double speed = 0.0;
    in >> state->id[row] >> state->type[row];
    for (auto& axis : state->position) in >> axis[row];
    in >> state->yaw[row] >> state->pitch[row] >> state->roll[row] >> speed;
    state->set_speed(row, speed);
  }
  state->sort();
  return state;
}

// Prints each row as the loop over all rows has it, and what it says of one row alone must agree.
bool show(const sim::Interpolator& traffic, double time) {
  sim::TrafficPoses all;
  traffic.at(time, all);
  for (std::size_t row = 0; row < traffic.state().size(); ++row) {
    const sim::VehiclePose one = traffic.at(time, row);
    for (int axis = 0; axis < 3; ++axis) {
      if (one.position[axis] != all[row].position[axis]) return false;
    }
    if (std::abs(std::remainder(one.yaw - all[row].yaw, 2.0 * M_PI)) > 1e-9) return false;
    if (one.pitch != all[row].pitch || one.roll != all[row].roll) return false;
    std::printf("%u %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n",
                traffic.state().id[row], one.position[0], one.position[1], one.position[2], one.yaw,
                one.pitch, one.roll, one.velocity[0], one.velocity[1], one.velocity[2],
                one.yaw_rate);
  }
  return true;
}

}  // namespace

int main() {
  sim::Interpolator traffic;
  std::string word;
  double time = 0.0;
  while (std::cin >> word >> time) {
    if (word == "add") {
      traffic.add(read_state(std::cin), time);
    } else if (word == "show") {
      const bool changed = traffic.advance(time);
      std::printf("shown %d %zu %.17g\n", changed, traffic.state().size(), traffic.newest());
      if (!show(traffic, time)) return 3;
    } else {
      return 2;
    }
  }
  return 0;
}
