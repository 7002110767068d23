// libhector_gazebo_ros_gps.so, as hector_gazebo_plugins has it: position and velocity of a link on
// the ellipsoid.
#include <optional>

#include <geometry_msgs/Vector3Stamped.h>
#include <ros/publisher.h>
#include <sensor_msgs/NavSatFix.h>

#include "core/convert.h"
#include "robot_plugins/body_part.h"
#include "laws/robot_plugins/geodesic.h"

namespace sim::robot_plugins {

class HectorGpsPart : public BodyPart {
 public:
  HectorGpsPart(const gazebo::physics::ModelPtr& model, const Settings& settings)
      : BodyPart(model, settings), geodesic_(settings) {}
  ~HectorGpsPart() override {
    for (ros::Publisher* publisher : {&fixes_, &velocities_}) publisher->shutdown();
  }

 protected:
  void open(ros::NodeHandle& node, std::uint64_t seed) override {
    place_errors_.emplace(settings_, "", seed);
    velocity_errors_.emplace(settings_, "velocity", named_seed(seed, "velocity"));
    fixes_ = node.advertise<sensor_msgs::NavSatFix>(settings_.topic("topicName"), QUEUE);
    velocities_ =
        node.advertise<geometry_msgs::Vector3Stamped>(settings_.topic("velocityTopicName"), QUEUE);
  }

  void measure(double time, double since) override {
    const Values place = place_errors_->on(values_of(body_pose().Pos()), since),
                 velocity = velocity_errors_->on(values_of(body_velocity()), since);
    sensor_msgs::NavSatFix fix;
    fix.header = header(time, frame_);
    fix.status.status = sensor_msgs::NavSatStatus::STATUS_FIX;
    fix.status.service = sensor_msgs::NavSatStatus::SERVICE_GPS;
    const Values where = geodesic_.fix(place), variance = place_errors_->variance();
    fix.latitude = where[0];
    fix.longitude = where[1];
    fix.altitude = where[2];
    fix.position_covariance_type = sensor_msgs::NavSatFix::COVARIANCE_TYPE_DIAGONAL_KNOWN;
    for (std::size_t axis = 0; axis < variance.size(); ++axis)
      fix.position_covariance[4 * axis] = variance[axis];
    fixes_.publish(fix);
    geometry_msgs::Vector3Stamped motion;
    motion.header = fix.header;
    motion.vector = vector_message<geometry_msgs::Vector3>(vector_of(geodesic_.velocity(velocity)));
    velocities_.publish(motion);
  }

 private:
  Geodesic geodesic_;
  std::optional<Errors> place_errors_, velocity_errors_;
  ros::Publisher fixes_, velocities_;
};

const RobotPluginRegistration registered_hector_gps("libhector_gazebo_ros_gps.so",
                                                    make_part<HectorGpsPart>);

}  // namespace sim::robot_plugins
