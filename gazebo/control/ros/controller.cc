#include "control/ros/controller.h"

#include "laws/input_error.h"

namespace sim::control {

Joint* Setup::joint(const std::string& wanted, Interface interface) const {
  std::string known;
  for (Joint& joint : *joints) {
    if (joint.described().mimic) continue;
    if (joint.interface() == interface) known += (known.empty() ? "" : ", ") + joint.name();
    if (joint.name() != wanted) continue;
    if (joint.interface() == interface) return &joint;
    throw InputError("controller " + name, "joint " + wanted + " has no " + name_of(interface) +
                                               ", its transmission says " +
                                               name_of(joint.interface()));
  }
  throw InputError("controller " + name, "joint '" + wanted + "' has no transmission with " +
                                             name_of(interface) + "; there are " +
                                             (known.empty() ? "none" : known));
}

std::vector<Joint*> Setup::joints_of(const std::vector<std::string>& names,
                                     Interface interface) const {
  std::vector<Joint*> found;
  found.reserve(names.size());
  for (const std::string& one : names) found.push_back(joint(one, interface));
  return found;
}

const ControllerTypes& controller_types() {
  static const ControllerTypes all = [] {
    ControllerTypes types;
    add_joint_state_controller(&types);
    add_joint_controllers(&types);
    add_joint_trajectory_controllers(&types);
    add_gripper_controllers(&types);
    add_diff_drive_controller(&types);
    return types;
  }();
  return all;
}

}  // namespace sim::control
