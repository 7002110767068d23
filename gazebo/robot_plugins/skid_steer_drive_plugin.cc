// libgazebo_ros_skid_steer_drive.so, as gazebo_plugins has it.
#include "robot_plugins/robot_plugin.h"
#include "robot_plugins/wheel_drive_part.h"

namespace sim::robot_plugins {

class SkidSteerDrivePlugin : public RobotPlugin {
 public:
  SkidSteerDrivePlugin() : RobotPlugin("libgazebo_ros_skid_steer_drive.so", make_wheel_drive) {}
};

GZ_REGISTER_MODEL_PLUGIN(SkidSteerDrivePlugin)

}  // namespace sim::robot_plugins
