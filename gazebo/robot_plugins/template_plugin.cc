// libgazebo_ros_template.so of gazebo_plugins: does nothing but log a line.
#include <ros/console.h>

#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class TemplatePart : public Part {
 public:
  TemplatePart(const gazebo::physics::ModelPtr& model, const Settings&)
      : model_(model->GetName()) {}

  void advertise(Simulator& /*simulator*/) override {
    ROS_INFO("model %s: libgazebo_ros_template.so does nothing", model_.c_str());
  }
  void after_step(double /*time*/, double /*dt*/) override {}

 private:
  std::string model_;
};

const RobotPluginRegistration registered_template("libgazebo_ros_template.so",
                                                  make_part<TemplatePart>);

}  // namespace sim::robot_plugins
