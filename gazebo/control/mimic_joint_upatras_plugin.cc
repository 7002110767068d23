// libroboticsgroup_upatras_gazebo_mimic_joint_plugin.so, as roboticsgroup_upatras_gazebo_plugins
// has it: the same by its name in Noetic.
#include "control/mimic_joint_part.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::control {

class MimicJointUpatrasPlugin : public robot_plugins::RobotPlugin {
 public:
  MimicJointUpatrasPlugin()
      : RobotPlugin("libroboticsgroup_upatras_gazebo_mimic_joint_plugin.so", make_mimic_joint) {}
};

GZ_REGISTER_MODEL_PLUGIN(MimicJointUpatrasPlugin)

}  // namespace sim::control
