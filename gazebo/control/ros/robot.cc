#include "control/ros/robot.h"

#include <algorithm>

#include <ros/console.h>

#include "laws/input_error.h"

namespace sim::control {
namespace {

using controller_manager_msgs::SwitchController;

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Robot::Robot(const std::string& model, const std::string& space, const std::string& urdf,
             const std::vector<std::string>& movable, const ros::NodeHandle& topics,
             const ros::NodeHandle& services)
    : model_(model),
      description_(read_robot_description(urdf, space)),
      root_(topics, space.empty() ? "/" : "/" + space) {
  make_joints(movable);
  const ros::NodeHandle node(services, (space.empty() ? "" : "/" + space) + "/controller_manager");
  using namespace controller_manager_msgs;
  serve<ListControllers>(node, "list_controllers", &Robot::list);
  serve<ListControllerTypes>(node, "list_controller_types", &Robot::list_types);
  serve<LoadController>(node, "load_controller", &Robot::load);
  serve<UnloadController>(node, "unload_controller", &Robot::unload);
  serve<ReloadControllerLibraries>(node, "reload_controller_libraries", &Robot::reload);
  serve<SwitchController>(node, "switch_controller", &Robot::change);
}

Robot::~Robot() {
  {
    const std::lock_guard<std::mutex> between_calls(presence_->mutex);
    presence_->ended = true;
  }
  for (ros::ServiceServer& service : services_) service.shutdown();
}

template <class Service>
void Robot::serve(ros::NodeHandle node, const char* name, Handler<Service> handler) {
  const boost::function<bool(typename Service::Request&, typename Service::Response&)> call =
      [this, handler, presence = presence_](auto& request, auto& response) {
        const std::lock_guard<std::mutex> there(presence->mutex);
        return !presence->ended && (this->*handler)(request, response);
      };
  services_.push_back(node.advertiseService(name, call));
}

void Robot::make_joints(const std::vector<std::string>& movable) {
  const Parameters parameters(ros::NodeHandle(root_, "gazebo_ros_control/pid_gains"));
  for (const DescribedJoint& described : description_.joints) {
    if (!holds(movable, described.name)) {
      description_.remarks.push_back("joint " + described.name +
                                     " is not a movable joint of the model; it is ignored");
      continue;
    }
    std::optional<Gains> gains;
    try {
      if (described.interface != Interface::EFFORT && !described.mimic)
        gains = parameters.gains(described.name);
    } catch (const InputError& error) {
      description_.remarks.push_back(std::string(error.what()) + "; it has no gains");
    }
    joints_.emplace_back(described, gains);
  }
  outputs_.resize(joints_.size());
  for (const std::string& remark : description_.remarks) say(remark);
  ROS_INFO("model %s: %zu joints under ros_control, services below %s", model_.c_str(),
           joints_.size(), root_.resolveName("controller_manager").c_str());
}

void Robot::say(const std::string& what) const {
  ROS_ERROR("model %s: ros_control: %s", model_.c_str(), what.c_str());
}

const std::vector<double>& Robot::step(double time, double dt,
                                       const std::vector<JointReading>& readings) {
  std::lock_guard<std::mutex> guard(mutex_);
  time_ = time;
  for (std::size_t row = 0; row < joints_.size(); ++row)
    joints_[row].measure(readings[row].position, readings[row].velocity, readings[row].effort);
  for (const std::string& name : order_) {
    Loaded& loaded = loaded_.at(name);
    if (!loaded.running) {
      loaded.controller->idle(time);
      continue;
    }
    if (loaded.fresh) loaded.controller->start(time);
    loaded.fresh = false;
    loaded.controller->update(time, dt);
  }
  command_followers(dt);
  for (std::size_t row = 0; row < joints_.size(); ++row) outputs_[row] = joints_[row].output(dt);
  return outputs_;
}

// Towards where the followed joint will be at the end of the step.
void Robot::command_followers(double dt) {
  for (Joint& joint : joints_) {
    const auto& mimic = joint.described().mimic;
    if (!mimic) continue;
    for (const Joint& followed : joints_) {
      if (followed.name() == mimic->joint)
        joint.command(mimic->multiplier * (followed.position() + followed.velocity() * dt) +
                      mimic->offset);
    }
  }
}

void Robot::reset() {
  std::lock_guard<std::mutex> guard(mutex_);
  for (Joint& joint : joints_) joint.reset();
  for (auto& [name, loaded] : loaded_) loaded.fresh = true;
}

void Robot::displace(const std::vector<bool>& moved) {
  std::lock_guard<std::mutex> guard(mutex_);
  for (std::size_t row = 0; row < joints_.size(); ++row) {
    if (!moved[row]) continue;
    joints_[row].reset();
    for (auto& [name, loaded] : loaded_) {
      const auto& claimed = loaded.controller->claimed();
      if (std::find(claimed.begin(), claimed.end(), &joints_[row]) != claimed.end())
        loaded.fresh = true;
    }
  }
}

bool Robot::list(controller_manager_msgs::ListControllers::Request&,
                 controller_manager_msgs::ListControllers::Response& response) {
  std::lock_guard<std::mutex> guard(mutex_);
  for (const std::string& name : order_) {
    const Loaded& loaded = loaded_.at(name);
    controller_manager_msgs::ControllerState state;
    state.name = name;
    state.type = loaded.type;
    state.state = loaded.running ? "running" : "stopped";
    controller_manager_msgs::HardwareInterfaceResources claimed;
    claimed.hardware_interface = "hardware_interface/JointStateInterface";
    for (const Joint* joint : loaded.controller->claimed()) {
      claimed.hardware_interface = name_of(joint->interface());
      claimed.resources.push_back(joint->name());
    }
    state.claimed_resources.push_back(claimed);
    response.controller.push_back(state);
  }
  return true;
}

bool Robot::list_types(controller_manager_msgs::ListControllerTypes::Request&,
                       controller_manager_msgs::ListControllerTypes::Response& response) {
  for (const auto& [type, maker] : controller_types()) {
    response.types.push_back(type);
    response.base_classes.emplace_back("controller_interface::ControllerBase");
  }
  return true;
}

bool Robot::load(controller_manager_msgs::LoadController::Request& request,
                 controller_manager_msgs::LoadController::Response& response) {
  const std::string& name = request.name;
  try {
    if (name.empty()) throw InputError("load_controller", "name is empty");
    if (loaded_.count(name) > 0)
      throw InputError("load_controller", "'" + name + "' is loaded already");
    const Setup setup{name, root_, ros::NodeHandle(root_, name), &joints_, &description_};
    const std::string type = setup.parameters().text("type");
    const auto maker = controller_types().find(type);
    if (maker == controller_types().end())
      throw InputError(
          "parameter " + setup.parameters().path("type"),
          "is '" + type + "', which is not supported; list_controller_types lists all");
    Loaded loaded;
    loaded.type = type;
    loaded.controller = maker->second(setup);
    std::lock_guard<std::mutex> guard(mutex_);
    loaded_.emplace(name, std::move(loaded));
    order_.push_back(name);
    response.ok = 1;
  } catch (const std::exception& error) {
    say(error.what());
    response.ok = 0;
  }
  return true;
}

bool Robot::unload(controller_manager_msgs::UnloadController::Request& request,
                   controller_manager_msgs::UnloadController::Response& response) {
  // Dies when step() may go on.
  decltype(loaded_)::node_type gone;
  std::lock_guard<std::mutex> guard(mutex_);
  const auto found = loaded_.find(request.name);
  response.ok = 0;
  if (found == loaded_.end()) {
    say("unload_controller: no controller '" + request.name + "' is loaded");
  } else if (found->second.running) {
    say("unload_controller: '" + request.name + "' is running; stop it by switch_controller first");
  } else {
    gone = loaded_.extract(found);
    order_.erase(std::find(order_.begin(), order_.end(), request.name));
    response.ok = 1;
  }
  return true;
}

bool Robot::reload(controller_manager_msgs::ReloadControllerLibraries::Request& request,
                   controller_manager_msgs::ReloadControllerLibraries::Response& response) {
  // Die when step() may go on.
  decltype(loaded_) gone;
  std::lock_guard<std::mutex> guard(mutex_);
  response.ok = static_cast<unsigned char>(order_.empty() || request.force_kill != 0);
  if (response.ok == 0) {
    say("reload_controller_libraries: controllers are loaded; unload them, or set force_kill");
    return true;
  }
  for (Joint& joint : joints_) joint.release();
  for (auto& [name, loaded] : loaded_) {
    if (loaded.running) loaded.controller->stop(time_);
  }
  gone.swap(loaded_);
  order_.clear();
  return true;
}

std::vector<std::string> Robot::stoppable(const std::vector<std::string>& names,
                                          bool* right) const {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    const auto at = loaded_.find(name);
    if (at != loaded_.end() && at->second.running) {
      found.push_back(name);
    } else {
      *right = false;
      say("switch_controller: cannot stop '" + name + "', which is not " +
          (at == loaded_.end() ? "loaded" : "running"));
    }
  }
  return found;
}

bool Robot::claims_free(const std::string& name, const std::vector<std::string>& others) const {
  for (const std::string& other : others) {
    if (other == name) continue;
    for (const Joint* joint : loaded_.at(other).controller->claimed()) {
      const auto& claimed = loaded_.at(name).controller->claimed();
      if (std::find(claimed.begin(), claimed.end(), joint) == claimed.end()) continue;
      say("switch_controller: cannot start '" + name + "': " + other + " has joint " +
          joint->name() + "; stop it in the same call");
      return false;
    }
  }
  return true;
}

std::vector<std::string> Robot::startable(const std::vector<std::string>& names,
                                          const std::vector<std::string>& stopping,
                                          bool* right) const {
  std::vector<std::string> found, commanding;
  for (const auto& [name, loaded] : loaded_) {
    if (loaded.running && !holds(stopping, name)) commanding.push_back(name);
  }
  for (const std::string& name : names) {
    const auto at = loaded_.find(name);
    const bool runs = at != loaded_.end() && at->second.running && !holds(stopping, name);
    if (at != loaded_.end() && !runs && claims_free(name, commanding)) {
      found.push_back(name);
      commanding.push_back(name);
      continue;
    }
    *right = false;
    if (at == loaded_.end())
      say("switch_controller: cannot start '" + name + "', which is not loaded");
    if (runs) say("switch_controller: '" + name + "' runs already");
  }
  return found;
}

bool Robot::change(SwitchController::Request& request, SwitchController::Response& response) {
  std::lock_guard<std::mutex> guard(mutex_);
  bool right = true;
  const auto stopping = stoppable(request.stop_controllers, &right);
  const auto starting = startable(request.start_controllers, stopping, &right);
  response.ok =
      static_cast<unsigned char>(right || request.strictness != SwitchController::Request::STRICT);
  if (response.ok == 0) return true;
  for (const std::string& name : stopping) {
    Loaded& loaded = loaded_.at(name);
    if (!loaded.fresh) loaded.controller->stop(time_);
    for (Joint* joint : loaded.controller->claimed()) joint->release();
    loaded.running = false;
  }
  for (const std::string& name : starting) {
    Loaded& loaded = loaded_.at(name);
    loaded.controller->idle(time_);
    loaded.running = loaded.fresh = true;
  }
  return true;
}

}  // namespace sim::control
