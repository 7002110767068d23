#include "robot_plugins/law/suction.h"

#include <algorithm>

namespace sim::robot_plugins {
namespace {

// Upstream's, m and N.
constexpr double REACH = 0.05, CENTRE = 0.01, STRONGEST = 20.0;

}  // namespace

Suction suction(double distance) {
  if (!(distance < REACH)) return {};
  return {true, distance < CENTRE, distance > 0.0 ? std::min(1.0 / distance, STRONGEST) : 0.0};
}

}  // namespace sim::robot_plugins
