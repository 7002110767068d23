// libgazebo_ros_template.so, as gazebo_plugins has it: does nothing, and says so.
#include <ros/console.h>

#include "robot_plugins/robot_plugin.h"

namespace sim::robot_plugins {

class TemplatePart : public Part {
 public:
  explicit TemplatePart(const gazebo::physics::ModelPtr& model) : model_(model->GetName()) {}

  void advertise(Simulator& /*simulator*/) override {
    ROS_INFO("model %s: libgazebo_ros_template.so does nothing", model_.c_str());
  }
  void after_step(double /*time*/, double /*dt*/) override {}

 private:
  std::string model_;
};

class TemplatePlugin : public RobotPlugin {
 public:
  TemplatePlugin()
      : RobotPlugin("libgazebo_ros_template.so",
                    [](const gazebo::physics::ModelPtr& model, const Settings&) {
                      return std::make_shared<TemplatePart>(model);
                    }) {}
};

GZ_REGISTER_MODEL_PLUGIN(TemplatePlugin)

}  // namespace sim::robot_plugins
