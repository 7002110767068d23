#include "laws/robot_plugins/wheel_slip.h"

namespace sim::robot_plugins {

std::vector<SlipWheel> slip_wheels(const Settings& settings) {
  std::vector<SlipWheel> wheels;
  for (std::size_t row = 0; row < settings.rows(); ++row) {
    const auto number = [&](const char* tag) { return settings.number(settings.row(row, tag)); };
    wheels.push_back({settings.text(settings.row(row, "link_name")), number("wheel_radius"),
                      number("wheel_normal_force"), number("slip_compliance_lateral"),
                      number("slip_compliance_longitudinal")});
  }
  return wheels;
}

}  // namespace sim::robot_plugins
