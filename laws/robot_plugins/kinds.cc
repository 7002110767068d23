#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {
namespace {

// Pose and name of a link that gzserver has merged with the named one; pose of a frame's link, and
// the link that has it. Written by the spawn service, never by users.
const Parameter LINK_XYZ = {"linkXyz", Type::TRIPLE, "0 0 0"};
const Parameter LINK_RPY = {"linkRpy", Type::TRIPLE, "0 0 0"};
const Parameter LINK_FRAME = {"linkFrame", Type::TEXT_OR_NONE, ""};
const Parameter FRAME_XYZ = {"frameXyz", Type::TRIPLE, "0 0 0"};
const Parameter FRAME_RPY = {"frameRpy", Type::TRIPLE, "0 0 0"};
const Parameter FRAME_LINK = {"frameLink", Type::TEXT_OR_NONE, ""};

const Kind DIFF_DRIVE = {"libgazebo_ros_diff_drive.so",
                         Usual::MODEL,
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
    Usual::ROOT,
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

const Kind TRICYCLE_DRIVE = {
    "libgazebo_ros_tricycle_drive.so",
    Usual::MODEL,
    true,
    {"steeringJoint", "actuatedWheelJoint", "encoderWheelLeftJoint", "encoderWheelRightJoint"},
    {{"steeringJoint", Type::TEXT, "front_steering_joint"},
     {"actuatedWheelJoint", Type::TEXT, "front_wheel_joint"},
     {"encoderWheelLeftJoint", Type::TEXT, "left_wheel_joint"},
     {"encoderWheelRightJoint", Type::TEXT, "right_wheel_joint"},
     {"commandTopic", Type::TEXT, "cmd_vel"},
     {"odometryTopic", Type::TEXT, "odom"},
     {"odometryFrame", Type::TEXT, "odom"},
     {"robotBaseFrame", Type::TEXT, "base_link"},
     {"odometrySource", Type::ODOMETRY_SOURCE, "world"},
     {"publishWheelTF", Type::FLAG, "false"},
     {"publishWheelJointState", Type::FLAG, "false"},
     {"actuatedWheelDiameter", Type::ABOVE_ZERO, "0.15"},
     {"encoderWheelDiameter", Type::ABOVE_ZERO, "0.15"},
     {"encoderWheelSeparation", Type::ABOVE_ZERO, "0.5"},
     {"wheelTorque", Type::AT_LEAST_ZERO, "5"},
     {"wheelAcceleration", Type::AT_LEAST_ZERO, "0"},
     {"wheelDeceleration", Type::NUMBER, "-1"},
     {"wheelSpeedTolerance", Type::AT_LEAST_ZERO, "0.01"},
     {"steeringSpeed", Type::AT_LEAST_ZERO, "0"},
     {"steeringAngleTolerance", Type::AT_LEAST_ZERO, "0.01"},
     {"updateRate", Type::AT_LEAST_ZERO, "100"}}};

const Kind JOINT_STATE_PUBLISHER = {
    "libgazebo_ros_joint_state_publisher.so",
    Usual::MODEL,
    false,
    {"jointName"},
    {{"jointName", Type::TEXT, nullptr}, {"updateRate", Type::AT_LEAST_ZERO, "100"}}};

const Kind P3D = {"libgazebo_ros_p3d.so",
                  Usual::ROOT,
                  false,
                  {},
                  {{"bodyName", Type::TEXT, nullptr},
                   {"topicName", Type::TEXT, nullptr},
                   {"frameName", Type::TEXT, "world"},
                   {"xyzOffset", Type::TRIPLE, "0 0 0"},
                   {"rpyOffset", Type::TRIPLE, "0 0 0"},
                   {"gaussianNoise", Type::AT_LEAST_ZERO, "0"},
                   {"updateRate", Type::AT_LEAST_ZERO, "0"},
                   LINK_XYZ,
                   LINK_RPY,
                   LINK_FRAME,
                   FRAME_XYZ,
                   FRAME_RPY,
                   FRAME_LINK},
                  {"bodyName"}};

const Kind PLANAR_MOVE = {"libgazebo_ros_planar_move.so",
                          Usual::ROOT,
                          false,
                          {},
                          {{"commandTopic", Type::TEXT, "cmd_vel"},
                           {"odometryTopic", Type::TEXT, "odom"},
                           {"odometryFrame", Type::TEXT, "odom"},
                           {"robotBaseFrame", Type::TEXT, "base_footprint"},
                           {"odometryRate", Type::AT_LEAST_ZERO, "20"},
                           {"cmdTimeout", Type::NUMBER, "-1"}}};

const Kind FT_SENSOR = {"libgazebo_ros_ft_sensor.so",
                        Usual::ROOT,
                        false,
                        {},
                        {{"jointName", Type::TEXT, nullptr},
                         {"topicName", Type::TEXT, nullptr},
                         {"gaussianNoise", Type::AT_LEAST_ZERO, "0"},
                         {"updateRate", Type::AT_LEAST_ZERO, "0"}},
                        {},
                        {"jointName"}};

const Kind F3D = {"libgazebo_ros_f3d.so",
                  Usual::ROOT,
                  false,
                  {},
                  {{"bodyName", Type::TEXT, nullptr},
                   {"topicName", Type::TEXT, nullptr},
                   {"frameName", Type::TEXT, "world"}},
                  {"bodyName"}};

const Kind FORCE = {"libgazebo_ros_force.so",
                    Usual::ROOT,
                    false,
                    {},
                    {{"bodyName", Type::TEXT, nullptr}, {"topicName", Type::TEXT, nullptr}},
                    {"bodyName"}};

const Kind VACUUM_GRIPPER = {"libgazebo_ros_vacuum_gripper.so",
                             Usual::ROOT,
                             false,
                             {},
                             {{"bodyName", Type::TEXT, nullptr},
                              {"topicName", Type::TEXT, nullptr},
                              {"maxForce", Type::AT_LEAST_ZERO, "20"},
                              {"maxDistance", Type::AT_LEAST_ZERO, "0.05"},
                              {"minDistance", Type::AT_LEAST_ZERO, "0.01"},
                              LINK_XYZ,
                              LINK_RPY,
                              LINK_FRAME},
                             {"bodyName"}};

const Kind HAND_OF_GOD = {"libgazebo_ros_hand_of_god.so",
                          Usual::ROOT,
                          false,
                          {},
                          {{"linkName", Type::TEXT, nullptr},
                           {"frameId", Type::TEXT, "hog"},
                           {"kl", Type::AT_LEAST_ZERO, "200"},
                           {"ka", Type::AT_LEAST_ZERO, "200"}},
                          {"linkName"}};

const Kind TEMPLATE = {"libgazebo_ros_template.so", Usual::ROOT, false, {}, {}};

const Kind IMU = {"libgazebo_ros_imu.so",
                  Usual::ROOT,
                  false,
                  {},
                  {{"bodyName", Type::TEXT, nullptr},
                   {"topicName", Type::TEXT, "default_imu"},
                   {"frameName", Type::TEXT_OR_NONE, ""},
                   {"serviceName", Type::TEXT_OR_NONE, ""},
                   {"gaussianNoise", Type::AT_LEAST_ZERO, "0"},
                   {"xyzOffset", Type::TRIPLE, "0 0 0"},
                   {"rpyOffset", Type::TRIPLE, "0 0 0"},
                   {"updateRate", Type::AT_LEAST_ZERO, "0"},
                   LINK_XYZ,
                   LINK_RPY,
                   LINK_FRAME},
                  {"bodyName"}};

// Of hector_gazebo_plugins; a drift that wanders within an hour is its default.
const Kind HECTOR_IMU = {"libhector_gazebo_ros_imu.so",
                         Usual::ROOT,
                         false,
                         {},
                         {{"bodyName", Type::TEXT_OR_NONE, ""},
                          {"frameId", Type::TEXT_OR_NONE, ""},
                          {"topicName", Type::TEXT, "imu"},
                          {"serviceName", Type::TEXT_OR_NONE, ""},
                          {"xyzOffset", Type::TRIPLE, "0 0 0"},
                          {"rpyOffset", Type::TRIPLE, "0 0 0"},
                          {"updateRate", Type::AT_LEAST_ZERO, "0"},
                          {"accelOffset", Type::TRIPLE_OR_ONE, "0"},
                          {"accelDrift", Type::TRIPLE_OR_ONE, "0"},
                          {"accelDriftFrequency", Type::TRIPLE_OR_ONE, "0.00027778"},
                          {"accelGaussianNoise", Type::TRIPLE_OR_ONE, "0"},
                          {"accelScaleError", Type::TRIPLE_OR_ONE, "1"},
                          {"rateOffset", Type::TRIPLE_OR_ONE, "0"},
                          {"rateDrift", Type::TRIPLE_OR_ONE, "0"},
                          {"rateDriftFrequency", Type::TRIPLE_OR_ONE, "0.00027778"},
                          {"rateGaussianNoise", Type::TRIPLE_OR_ONE, "0"},
                          {"rateScaleError", Type::TRIPLE_OR_ONE, "1"},
                          {"yawOffset", Type::TRIPLE_OR_ONE, "0"},
                          {"yawDrift", Type::TRIPLE_OR_ONE, "0"},
                          {"yawDriftFrequency", Type::TRIPLE_OR_ONE, "0.00027778"},
                          {"yawGaussianNoise", Type::TRIPLE_OR_ONE, "0"},
                          {"yawScaleError", Type::TRIPLE_OR_ONE, "1"},
                          LINK_XYZ,
                          LINK_RPY,
                          LINK_FRAME},
                         {"bodyName"}};

const Kind HECTOR_GPS = {"libhector_gazebo_ros_gps.so",
                         Usual::ROOT,
                         false,
                         {},
                         {{"bodyName", Type::TEXT_OR_NONE, ""},
                          {"frameId", Type::TEXT, "/world"},
                          {"topicName", Type::TEXT, "fix"},
                          {"velocityTopicName", Type::TEXT, "fix_velocity"},
                          {"referenceLatitude", Type::NUMBER, "49.9"},
                          {"referenceLongitude", Type::NUMBER, "8.9"},
                          {"referenceAltitude", Type::NUMBER, "0"},
                          {"referenceHeading", Type::NUMBER, "0"},
                          {"updateRate", Type::AT_LEAST_ZERO, "4"},
                          {"offset", Type::TRIPLE_OR_ONE, "0"},
                          {"drift", Type::TRIPLE_OR_ONE, "0"},
                          {"driftFrequency", Type::TRIPLE_OR_ONE, "0.00027778"},
                          {"gaussianNoise", Type::TRIPLE_OR_ONE, "0"},
                          {"scaleError", Type::TRIPLE_OR_ONE, "1"},
                          {"velocityOffset", Type::TRIPLE_OR_ONE, "0"},
                          {"velocityDrift", Type::TRIPLE_OR_ONE, "0"},
                          {"velocityDriftFrequency", Type::TRIPLE_OR_ONE, "0.00027778"},
                          {"velocityGaussianNoise", Type::TRIPLE_OR_ONE, "0"},
                          {"velocityScaleError", Type::TRIPLE_OR_ONE, "1"},
                          LINK_XYZ,
                          LINK_RPY,
                          LINK_FRAME},
                         {"bodyName"}};

const Kind HECTOR_MAGNETIC = {"libhector_gazebo_ros_magnetic.so",
                              Usual::ROOT,
                              false,
                              {},
                              {{"bodyName", Type::TEXT_OR_NONE, ""},
                               {"frameId", Type::TEXT_OR_NONE, ""},
                               {"topicName", Type::TEXT, "magnetic"},
                               {"magnitude", Type::NUMBER, "1"},
                               {"referenceHeading", Type::NUMBER, "0"},
                               {"declination", Type::NUMBER, "0"},
                               {"inclination", Type::NUMBER, "60"},
                               {"updateRate", Type::AT_LEAST_ZERO, "0"},
                               {"offset", Type::TRIPLE_OR_ONE, "0"},
                               {"drift", Type::TRIPLE_OR_ONE, "0"},
                               {"driftFrequency", Type::TRIPLE_OR_ONE, "0.00027778"},
                               {"gaussianNoise", Type::TRIPLE_OR_ONE, "0"},
                               {"scaleError", Type::TRIPLE_OR_ONE, "1"},
                               LINK_XYZ,
                               LINK_RPY,
                               LINK_FRAME},
                              {"bodyName"}};

// Of roboticsgroup_gazebo_plugins and of its successor.
Kind mimic_joint(const char* filename) {
  return {filename,
          Usual::ROOT,
          false,
          {"joint", "mimicJoint"},
          {{"joint", Type::TEXT, nullptr},
           {"mimicJoint", Type::TEXT, nullptr},
           {"multiplier", Type::NUMBER, "1"},
           {"offset", Type::NUMBER, "0"},
           {"sensitiveness", Type::AT_LEAST_ZERO, "0"},
           {"maxEffort", Type::AT_LEAST_ZERO, "1"},
           {"hasPID", Type::TEXT_OR_NONE, "false"}}};
}

const Kind WHEEL_SLIP = {"libgazebo_ros_wheel_slip.so",
                         Usual::BELOW_MODEL,
                         false,
                         {},
                         {},
                         {},
                         {},
                         "wheel",
                         {{"link_name", Type::TEXT, nullptr},
                          {"slip_compliance_lateral", Type::AT_LEAST_ZERO, "0"},
                          {"slip_compliance_longitudinal", Type::AT_LEAST_ZERO, "0"},
                          {"wheel_normal_force", Type::ABOVE_ZERO, nullptr},
                          {"wheel_radius", Type::AT_LEAST_ZERO, "0"}}};

// Of gazebo_ros_control.
const Kind ROS_CONTROL = {"libgazebo_ros_control.so",
                          Usual::MODEL_WHERE_ABSENT,
                          false,
                          {},
                          {{"robotParam", Type::TEXT, "robot_description"},
                           {"robotSimType", Type::TEXT, "gazebo_ros_control/DefaultRobotHWSim"},
                           {"controlPeriod", Type::AT_LEAST_ZERO, "0"},
                           {"legacyModeNS", Type::FLAG, "false"},
                           {"eStopTopic", Type::TEXT_OR_NONE, ""}}};

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      DIFF_DRIVE,
      SKID_STEER_DRIVE,
      TRICYCLE_DRIVE,
      JOINT_STATE_PUBLISHER,
      P3D,
      PLANAR_MOVE,
      FT_SENSOR,
      F3D,
      FORCE,
      VACUUM_GRIPPER,
      HAND_OF_GOD,
      TEMPLATE,
      WHEEL_SLIP,
      IMU,
      HECTOR_IMU,
      HECTOR_GPS,
      HECTOR_MAGNETIC,
      mimic_joint("libroboticsgroup_gazebo_mimic_joint_plugin.so"),
      mimic_joint("libroboticsgroup_upatras_gazebo_mimic_joint_plugin.so"),
      ROS_CONTROL};
  return all;
}

const Kind* kind_of(const std::string& filename) {
  for (const Kind& kind : kinds()) {
    if (filename == kind.filename) return &kind;
  }
  return nullptr;
}

}  // namespace sim::robot_plugins
