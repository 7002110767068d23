#include "laws/control/follower.h"

#include <cmath>

namespace sim::control {
namespace {

DescribedJoint described(const std::string& name, double most) {
  DescribedJoint joint;
  joint.name = name;
  joint.interface = Interface::POSITION;
  joint.limits.effort = most;
  return joint;
}

}  // namespace

Follower::Follower(const std::string& joint, const Mimic& mimic, double dead,
                   const std::optional<Gains>& gains, double most)
    : joint_(described(joint, most), gains), mimic_(mimic), dead_(dead) {}

// Towards where the followed joint will be at the end of the step.
double Follower::step(double followed, double rate, double position, double velocity, double dt) {
  joint_.measure(position, velocity, 0.0);
  const double wanted = mimic_.multiplier * (followed + rate * dt) + mimic_.offset;
  if (std::abs(wanted - position) >= dead_) joint_.command(wanted);
  return joint_.output(dt);
}

std::string gains_named(const std::string& has_pid, const std::string& joint) {
  if (has_pid == "false" || has_pid == "0") return "";
  const bool usual = has_pid.empty() || has_pid == "true" || has_pid == "1";
  return usual ? "gazebo_ros_control/pid_gains/" + joint : has_pid;
}

}  // namespace sim::control
