// The law of gazebo_plugins' wheel_slip, which is that of Gazebo's WheelSlipPlugin: a wheel that
// spins slides over the ground in proportion to the force that it gives, along its axle and across
// it. SI units.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

// One <wheel>: its link, its radius in m (0: that of its collision), the configured load in N, and
// slip per N of tangential force and N of load, along the axle and across it.
struct SlipWheel {
  std::string link;
  double radius = 0.0, normal_force = 0.0, lateral = 0.0, longitudinal = 0.0;
};

std::vector<SlipWheel> slip_wheels(const Settings& settings);

// m/s per N at which a wheel slides that turns about its axle at `spin` rad/s.
inline double slip_per_force(double compliance, double radius, double spin, double normal_force) {
  return compliance * radius * std::abs(spin) / normal_force;
}

}  // namespace sim::robot_plugins
