// libhector_gazebo_ros_magnetic.so, as hector_gazebo_plugins has it: the earth's field in the axes
// of a link.
#include <optional>

#include <geometry_msgs/Vector3Stamped.h>
#include <ros/publisher.h>

#include "core/convert.h"
#include "robot_plugins/body_part.h"
#include "laws/robot_plugins/geodesic.h"

namespace sim::robot_plugins {

class HectorMagneticPart : public BodyPart {
 public:
  HectorMagneticPart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : BodyPart(model, settings), field_(vector_of(magnetic_field(settings))) {}
  ~HectorMagneticPart() override { publisher_.shutdown(); }

 protected:
  void open(ros::NodeHandle& node, std::uint64_t seed) override {
    errors_.emplace(settings_, "", seed);
    publisher_ = node.advertise<geometry_msgs::Vector3Stamped>(settings_.topic("topicName"), QUEUE);
  }

  void measure(double time, double since) override {
    const Values felt =
        errors_->on(values_of(body_pose().Rot().RotateVectorReverse(field_)), since);
    geometry_msgs::Vector3Stamped message;
    message.header = header(time, frame_);
    message.vector = vector_message<geometry_msgs::Vector3>(vector_of(felt));
    publisher_.publish(message);
  }

 private:
  ignition::math::Vector3d field_;
  std::optional<Errors> errors_;
  ros::Publisher publisher_;
};

const RobotPluginRegistration registered_hector_magnetic("libhector_gazebo_ros_magnetic.so",
                                                         make_part<HectorMagneticPart>);

}  // namespace sim::robot_plugins
