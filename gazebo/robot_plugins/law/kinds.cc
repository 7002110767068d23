#include "robot_plugins/law/settings.h"

namespace sim::robot_plugins {
namespace {

const Kind DIFF_DRIVE = {"libgazebo_ros_diff_drive.so",
                         true,
                         true,
                         {"leftJoint", "rightJoint"},
                         {{"leftJoint", Type::TEXT, "left_joint"},
                          {"rightJoint", Type::TEXT, "right_joint"},
                          {"commandTopic", Type::TEXT, "cmd_vel"},
                          {"odometryTopic", Type::TEXT, "odom"},
                          {"odometryFrame", Type::TEXT, "odom"},
                          {"robotBaseFrame", Type::TEXT, "base_footprint"},
                          {"odometrySource", Type::ODOMETRY_SOURCE, "world"},
                          {"publishTf", Type::FLAG, "true"},
                          {"publishOdomTF", Type::FLAG, "true"},
                          {"publishWheelTF", Type::FLAG, "false"},
                          {"publishWheelJointState", Type::FLAG, "false"},
                          {"wheelSeparation", Type::ABOVE_ZERO, "0.34"},
                          {"wheelDiameter", Type::ABOVE_ZERO, "0.15"},
                          {"wheelAcceleration", Type::AT_LEAST_ZERO, "0"},
                          {"wheelTorque", Type::AT_LEAST_ZERO, "5"},
                          {"updateRate", Type::AT_LEAST_ZERO, "100"}}};

const Kind SKID_STEER_DRIVE = {
    "libgazebo_ros_skid_steer_drive.so",
    false,
    false,
    {"leftFrontJoint", "rightFrontJoint", "leftRearJoint", "rightRearJoint"},
    {{"leftFrontJoint", Type::TEXT, "left_front_joint"},
     {"rightFrontJoint", Type::TEXT, "right_front_joint"},
     {"leftRearJoint", Type::TEXT, "left_rear_joint"},
     {"rightRearJoint", Type::TEXT, "right_rear_joint"},
     {"commandTopic", Type::TEXT, "cmd_vel"},
     {"odometryTopic", Type::TEXT, "odom"},
     {"odometryFrame", Type::TEXT, "odom"},
     {"robotBaseFrame", Type::TEXT, "base_footprint"},
     {"broadcastTF", Type::FLAG, "false"},
     {"wheelSeparation", Type::ABOVE_ZERO, "0.4"},
     {"wheelDiameter", Type::ABOVE_ZERO, "0.15"},
     {"torque", Type::AT_LEAST_ZERO, "5"},
     {"covariance_x", Type::AT_LEAST_ZERO, "0.0001"},
     {"covariance_y", Type::AT_LEAST_ZERO, "0.0001"},
     {"covariance_yaw", Type::AT_LEAST_ZERO, "0.01"},
     {"updateRate", Type::AT_LEAST_ZERO, "100"}}};

const Kind JOINT_STATE_PUBLISHER = {
    "libgazebo_ros_joint_state_publisher.so",
    true,
    false,
    {"jointName"},
    {{"jointName", Type::TEXT, nullptr}, {"updateRate", Type::AT_LEAST_ZERO, "100"}}};

const Kind P3D = {"libgazebo_ros_p3d.so",
                  false,
                  false,
                  {},
                  {{"bodyName", Type::TEXT, nullptr},
                   {"topicName", Type::TEXT, nullptr},
                   {"frameName", Type::TEXT, "world"},
                   {"xyzOffset", Type::TRIPLE, "0 0 0"},
                   {"rpyOffset", Type::TRIPLE, "0 0 0"},
                   {"gaussianNoise", Type::AT_LEAST_ZERO, "0"},
                   {"updateRate", Type::AT_LEAST_ZERO, "0"}}};

const Kind PLANAR_MOVE = {"libgazebo_ros_planar_move.so",
                          false,
                          false,
                          {},
                          {{"commandTopic", Type::TEXT, "cmd_vel"},
                           {"odometryTopic", Type::TEXT, "odom"},
                           {"odometryFrame", Type::TEXT, "odom"},
                           {"robotBaseFrame", Type::TEXT, "base_footprint"},
                           {"odometryRate", Type::AT_LEAST_ZERO, "20"},
                           {"cmdTimeout", Type::NUMBER, "-1"}}};

// Of gazebo_ros_control.
const Kind ROS_CONTROL = {"libgazebo_ros_control.so",
                          true,
                          false,
                          {},
                          {{"robotParam", Type::TEXT, "robot_description"},
                           {"robotSimType", Type::TEXT, "gazebo_ros_control/DefaultRobotHWSim"},
                           {"controlPeriod", Type::AT_LEAST_ZERO, "0"},
                           {"legacyModeNS", Type::FLAG, "false"},
                           {"eStopTopic", Type::TEXT_OR_NONE, ""}}};

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {DIFF_DRIVE, SKID_STEER_DRIVE, JOINT_STATE_PUBLISHER,
                                        P3D,        PLANAR_MOVE,      ROS_CONTROL};
  return all;
}

const Kind* kind_of(const std::string& filename) {
  for (const Kind& kind : kinds()) {
    if (filename == kind.filename) return &kind;
  }
  return nullptr;
}

}  // namespace sim::robot_plugins
