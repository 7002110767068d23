#include "laws/robot_plugins/suction.h"

#include <algorithm>

namespace sim::robot_plugins {

Suction suction(const Cup& cup, double distance) {
  if (!(distance <= cup.reach)) return {};
  return {true, distance <= cup.centre,
          distance > 0.0 ? std::min(1.0 / distance, cup.strongest) : 0.0};
}

}  // namespace sim::robot_plugins
