// A robot under ros_control: its joints by its description, and its controllers with the services
// of controller_manager.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <controller_manager_msgs/ListControllerTypes.h>
#include <controller_manager_msgs/ListControllers.h>
#include <controller_manager_msgs/LoadController.h>
#include <controller_manager_msgs/ReloadControllerLibraries.h>
#include <controller_manager_msgs/SwitchController.h>
#include <controller_manager_msgs/UnloadController.h>
#include <ros/node_handle.h>
#include <ros/service_server.h>

#include "control/ros/controller.h"

namespace sim::control {

// Measured state of a joint for measure(); output of step().
struct JointReading {
  double position, velocity, effort;
};

// step() and reset() belong to the physics thread; services have separate threads.
class Robot {
 public:
  // `topics` and `services` are handles of the root with their callback queues; `space` is the
  // robot's namespace without slashes at its ends; `movable` are the joints of the model.
  // InputError if the description is not a URDF.
  Robot(const std::string& model, const std::string& space, const std::string& urdf,
        const std::vector<std::string>& movable, const ros::NodeHandle& topics,
        const ros::NodeHandle& services);
  // Returns when no callback runs any more.
  ~Robot();

  // Joints in the order of readings and outputs.
  const std::deque<Joint>& joints() const { return joints_; }
  // Lets controllers work for the step from `time` to time + dt; gives what joints are to do.
  const std::vector<double>& step(double time, double dt,
                                  const std::vector<JointReading>& readings);
  // Time or joints have been put elsewhere: controllers start again.
  void reset();
  // Joints, by row, have been put elsewhere: they hold their next positions, and their controllers
  // start again.
  void displace(const std::vector<bool>& moved);

 private:
  struct Loaded {
    std::string type;
    std::unique_ptr<Controller> controller;
    bool running = false, fresh = false;
  };
  template <class Service>
  using Handler = bool (Robot::*)(typename Service::Request&, typename Service::Response&);

  void make_joints(const std::vector<std::string>& movable);
  // Lets joints that follow others do so.
  void command_followers(double dt);
  template <class Service>
  void serve(ros::NodeHandle node, const char* name, Handler<Service> handler);

  bool list(controller_manager_msgs::ListControllers::Request&,
            controller_manager_msgs::ListControllers::Response& response);
  bool list_types(controller_manager_msgs::ListControllerTypes::Request&,
                  controller_manager_msgs::ListControllerTypes::Response& response);
  bool load(controller_manager_msgs::LoadController::Request& request,
            controller_manager_msgs::LoadController::Response& response);
  bool unload(controller_manager_msgs::UnloadController::Request& request,
              controller_manager_msgs::UnloadController::Response& response);
  bool reload(controller_manager_msgs::ReloadControllerLibraries::Request& request,
              controller_manager_msgs::ReloadControllerLibraries::Response& response);
  bool change(controller_manager_msgs::SwitchController::Request& request,
              controller_manager_msgs::SwitchController::Response& response);

  // Return the requested names that can be stopped or started; log the errors of the others.
  std::vector<std::string> stoppable(const std::vector<std::string>& names, bool* right) const;
  std::vector<std::string> startable(const std::vector<std::string>& names,
                                     const std::vector<std::string>& stopping, bool* right) const;
  bool claims_free(const std::string& name, const std::vector<std::string>& others) const;
  void say(const std::string& what) const;

  std::string model_;
  RobotDescription description_;
  ros::NodeHandle root_;
  // Guards the data of step(); never held during a call to the master.
  std::mutex mutex_;
  std::deque<Joint> joints_;
  std::vector<double> outputs_;
  std::map<std::string, Loaded> loaded_;
  // Controllers in loading order.
  std::vector<std::string> order_;
  double time_ = 0.0;
  std::vector<ros::ServiceServer> services_;
  // Lifetime of the robot, for service calls that roscpp may begin after the service was shut down.
  // A service holds it for its whole duration and takes it before mutex_: only services add or
  // remove controllers, start or stop them, and the robot ends between two of them.
  struct Presence {
    std::mutex mutex;
    bool ended = false;
  };
  std::shared_ptr<Presence> presence_ = std::make_shared<Presence>();
};

}  // namespace sim::control
