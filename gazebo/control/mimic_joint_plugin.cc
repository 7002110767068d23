// libroboticsgroup_gazebo_mimic_joint_plugin.so, as roboticsgroup_gazebo_plugins has it.
#include "control/mimic_joint_part.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::control {

class MimicJointPlugin : public robot_plugins::RobotPlugin {
 public:
  MimicJointPlugin()
      : RobotPlugin("libroboticsgroup_gazebo_mimic_joint_plugin.so", make_mimic_joint) {}
};

GZ_REGISTER_MODEL_PLUGIN(MimicJointPlugin)

}  // namespace sim::control
