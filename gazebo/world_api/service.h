// Services that report failures in their responses: a Refusal becomes `success: false` with a
// message and never ends gzserver.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include <ros/console.h>
#include <ros/node_handle.h>
#include <std_srvs/Empty.h>

namespace sim {

// A request that cannot be fulfilled; `where` names the wrong field.
struct Refusal : std::runtime_error {
  Refusal(const std::string& where, const std::string& why)
      : std::runtime_error(where + ": " + why) {}
};

// A service /`name` with a handler that fills the response's fields beside success and message.
template <class Service>
ros::ServiceServer offer(
    ros::NodeHandle& node, const std::string& name,
    std::function<void(typename Service::Request&, typename Service::Response&)> handler) {
  using Request = typename Service::Request;
  using Response = typename Service::Response;
  return node.advertiseService<Request, Response>(
      "/" + name, [name, handler = std::move(handler)](Request& request, Response& answer) {
        answer.success = true;
        answer.status_message = name + ": done";
        try {
          handler(request, answer);
        } catch (const std::exception& error) {
          answer.success = false;
          answer.status_message = name + ": " + error.what();
        }
        return true;
      });
}

// A service /`name` with a response that has no field for an error.
template <class Service>
ros::ServiceServer offer_silent(ros::NodeHandle& node, const std::string& name,
                                std::function<void(const typename Service::Request&)> action) {
  using Request = typename Service::Request;
  using Response = typename Service::Response;
  return node.advertiseService<Request, Response>(
      "/" + name, [name, action = std::move(action)](Request& request, Response&) {
        try {
          action(request);
        } catch (const std::exception& error) {
          ROS_ERROR("%s: %s", name.c_str(), error.what());
        }
        return true;
      });
}

// A std_srvs/Empty service /`name`.
inline ros::ServiceServer offer_empty(ros::NodeHandle& node, const std::string& name,
                                      std::function<void()> action) {
  return offer_silent<std_srvs::Empty>(node, name,
                                       [action = std::move(action)](const auto&) { action(); });
}

}  // namespace sim
