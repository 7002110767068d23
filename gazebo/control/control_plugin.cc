// libgazebo_ros_control.so, as gazebo_ros_control has it.
#include "control/control_part.h"
#include "robot_plugins/robot_plugin.h"

namespace sim::control {

class RosControlPlugin : public robot_plugins::RobotPlugin {
 public:
  RosControlPlugin()
      : RobotPlugin("libgazebo_ros_control.so", [](const gazebo::physics::ModelPtr& model,
                                                   const robot_plugins::Settings& settings) {
          return std::make_shared<ControlPart>(model, settings);
        }) {}
};

GZ_REGISTER_MODEL_PLUGIN(RosControlPlugin)

}  // namespace sim::control
