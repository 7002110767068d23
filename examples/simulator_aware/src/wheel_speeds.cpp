// Publishes the speeds of the front wheels, wherever they come from.
#include <ros/ros.h>
#include <sensor_msgs/JointState.h>

#include <exception>

#include "wheel_driver.h"

int main(int count, char** words) {
  ros::init(count, words, "front_wheels");
  ros::NodeHandle node, own("~");
#ifdef SIMULATOR
  ROS_INFO("the wheels are the simulator's");
#else
  ROS_INFO("the wheels are the car's");
#endif
  try {
    const auto driver = wheel_driver(node, own);
    auto publisher = node.advertise<sensor_msgs::JointState>("front_wheel_speeds", 10);
    // Never less, as a rate that catches up would have it: pulses are counted over whole periods.
    const ros::WallDuration pause(1.0 / own.param("rate", 100.0));
    while (ros::ok()) {
      ros::spinOnce();
      if (const auto speeds = driver->speeds()) {
        sensor_msgs::JointState message;
        message.header.stamp = ros::Time::now();
        message.name = {"front_left", "front_right"};
        message.velocity.assign(speeds->begin(), speeds->end());
        publisher.publish(message);
      }
      pause.sleep();
    }
  } catch (const std::exception& error) {
    ROS_FATAL("%s", error.what());
    return 1;
  }
  return 0;
}
