#include "sensors/sensing.h"

#include <algorithm>
#include <stdexcept>

#include <gazebo/common/Events.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/sensors/SensorManager.hh>
#include <ros/console.h>

#include "sensors/body_sensors.h"
#include "sensors/cameras/cameras.h"
#include "sensors/force_torque.h"
#include "sensors/rays/radar_port.h"
#include "sensors/rays/scanner.h"
#include "sensors/sonar_cone.h"

namespace sim {
namespace {

using gazebo::sensors::SensorPtr;
using std::chrono::steady_clock;

// Wall time, since looking costs more than most steps.
constexpr std::chrono::milliseconds LOOK_EVERY{200};
constexpr std::chrono::seconds BLIND{10};

// Return whether another plugin may need Gazebo's own updates of the sensor.
bool used_by_others(const sdf::ElementPtr& sensor) {
  if (!sensor->HasElement("plugin")) return false;
  for (auto plugin = sensor->GetElement("plugin"); plugin;
       plugin = plugin->GetNextElement("plugin")) {
    const auto path = plugin->Get<std::string>("filename"), file = path.substr(path.rfind('/') + 1);
    if (file != "libsim_lidar.so" && file != "libsim_radar.so" && plugin_loaded(file)) return true;
  }
  return false;
}

std::unique_ptr<Port> port_of(const Mount& mount, const SensorPtr& sensor, RayWorld& rays) {
  const std::string type = sensor->Type();
  if (type == "ray" && is_radar(mount.sdf())) return std::make_unique<RadarPort>(mount, rays);
  if (type == "ray" || type == "gpu_ray") return std::make_unique<Scanner>(mount, sensor, rays);
  if (type == "sonar") return std::make_unique<Sonar>(mount, rays);
  if (type == "imu") return std::make_unique<Imu>(mount, sensor);
  if (type == "gps") return std::make_unique<Gps>(mount, sensor);
  if (type == "magnetometer") return std::make_unique<Magnetometer>(mount, sensor);
  if (type == "contact") return std::make_unique<Contacts>(mount);
  if (type == "force_torque") return std::make_unique<ForceTorque>(mount);
  throw std::runtime_error("sensors of type " + type + " are not supported");
}

gazebo::physics::ModelPtr outermost(gazebo::physics::ModelPtr model) {
  while (const auto parent =
             boost::dynamic_pointer_cast<gazebo::physics::Model>(model->GetParent()))
    model = parent;
  return model;
}

void check_rate(const Mount& mount) {
  const double physics = 1.0 / Simulator::instance().step_size();
  if (mount.rate() <= physics * (1.0 + 1e-9)) return;
  throw std::runtime_error("its rate of " + std::to_string(mount.rate()) +
                           " Hz is above that of the physics, " + std::to_string(physics) +
                           " Hz; lower its update_rate or make the physics' step smaller");
}

}  // namespace

Sensing& Sensing::instance() {
  // Never destroyed, as the Simulator.
  static Sensing* sensing = new Sensing;
  return *sensing;
}

void Sensing::start() {
  if (started_.exchange(true)) return;
  Simulator& simulator = Simulator::instance();
  interrupt_ = gazebo::event::Events::ConnectSigInt([this] {
    if (shutter_) shutter_->release();
  });
  connections_.push_back(simulator.on_ready([this] { attach(); }));
  connections_.push_back(simulator.after_step([this](double time) { after_step(time); }));
  connections_.push_back(simulator.on_stop([this] { stop(); }));
}

void Sensing::attach() {
  const auto world = Simulator::instance().world();
  shutter_ = std::make_unique<Shutter>(world->Name());
  descriptions_ = std::make_unique<ModelDescriptions>();
  world->SetSensorWaitFunc([this](double, double) { between_steps(); });
}

void Sensing::stop() {
  interrupt_.reset();
  if (shutter_) shutter_->release();
  fitted_.clear();
  models_.clear();
  rays_.clear();
  descriptions_.reset();
  shutter_.reset();
}

void Sensing::look() {
  const auto now = steady_clock::now();
  if (now - looked_ < LOOK_EVERY) return;
  looked_ = now;
  std::set<std::uint32_t> there;
  for (const auto& sensor : gazebo::sensors::SensorManager::Instance()->GetSensors()) {
    there.insert(sensor->Id());
    if (looked_at_.count(sensor->Id()) == 0) fit(sensor);
  }
  for (auto each = fitted_.begin(); each != fitted_.end();) {
    const bool stays = there.count(each->first) > 0;
    if (!stays && each->second.picture) shutter_->dismiss(each->second.picture);
    if (!stays) Simulator::instance().measurements().end(each->second.name);
    each = stays ? std::next(each) : fitted_.erase(each);
  }
  for (auto each = models_.begin(); each != models_.end();)
    each = each->second->gone() ? models_.erase(each) : std::next(each);
  find_driven();
  tell_of_models();
}

void Sensing::tell_of_models() {
  std::map<std::string, gazebo::physics::ModelPtr> models;
  for (const auto& [number, fitted] : fitted_) {
    const auto model = fitted.model.lock();
    if (fitted.labelled && model && model->GetWorld()) models[model->GetName()] = model;
  }
  descriptions_->tell(models);
}

void Sensing::fit(const SensorPtr& sensor) {
  const std::string name = sensor->ScopedName();
  const bool draws = CameraPicture::suits(sensor);
  if (draws && !CameraPicture::can_draw(sensor)) {
    if (blind_since_ == steady_clock::time_point{}) blind_since_ = steady_clock::now();
    if (steady_clock::now() - blind_since_ > BLIND)
      complain(name, "Gazebo does not render, so it publishes nothing; render:=true has it do so");
    return;
  }
  looked_at_.insert(sensor->Id());
  try {
    const Mount mount(sensor);
    const auto same = [&](const auto& other) { return other.second.name == mount.name(); };
    if (std::any_of(fitted_.begin(), fitted_.end(), same))
      throw std::runtime_error("the model has another sensor of that name; rename one");
    check_rate(mount);
    Fitted fitted{mount.name(), Schedule(mount.rate()), nullptr, nullptr, false, false, {}};
    if (draws) {
      fitted.picture = std::make_shared<CameraPicture>(mount, sensor);
    } else {
      fitted.port = port_of(mount, sensor, rays_);
    }
    fitted.labelled = draws || sensor->Type() == "ray" || sensor->Type() == "gpu_ray";
    const auto link = mount.link();
    if (!used_by_others(mount.sdf())) {
      // An inactive sonar checks, at each message of contacts, the subscribers of a publisher that
      // is destroyed before these messages end.
      sensor->SetActive(sensor->Type() == "sonar");
      if (sensor->Type() == "sonar") take_out_sonar_cones(*link);
    }
    fitted.model = outermost(link->GetParentModel());
    ModelTopics& topics = topics_of(link->GetParentModel());
    topics.place(link);
    Simulator::instance().static_tf().add(link_frame(*link), mount.name(),
                                          mount.link_from_sensor());
    if (sensor->Type() == "imu" || sensor->Type() == "gps") topics.tell_truth();
    Simulator::instance().measurements().begin(fitted.name, draws);
    fitted_.emplace(sensor->Id(), std::move(fitted));
  } catch (const std::exception& error) {
    complain(name, error.what());
  }
}

// Their truth is published whether or not they have sensors.
void Sensing::find_driven() {
  for (const auto& model : Simulator::instance().world()->Models()) {
    if (model->IsStatic() || !looked_at_.insert(model->GetId()).second) continue;
    if (driven(*model)) topics_of(model).tell_truth();
  }
}

// Of the outermost model.
ModelTopics& Sensing::topics_of(const gazebo::physics::ModelPtr& model) {
  const auto outer = outermost(model);
  auto& topics = models_[outer->GetId()];
  if (!topics) topics = std::make_unique<ModelTopics>(outer);
  return *topics;
}

void Sensing::after_step(double time) {
  const double step = Simulator::instance().step_size();
  for (auto& [number, fitted] : fitted_) {
    if (!fitted.port) continue;
    if (fitted.exposing)
      rays_.note(*Simulator::instance().world(), time, step, fitted.port->exposure());
    if (!fitted.schedule.due(time, step)) continue;
    fitted.exposing = fitted.port->wanted() && fitted.port->exposure() > 0.0;
    if (!fitted.port->wanted()) continue;
    try {
      fitted.port->measure(time);
      Simulator::instance().measurements().made(fitted.name);
    } catch (const std::exception& error) {
      complain(fitted.name, error.what());
    }
  }
  for (auto& [number, topics] : models_) topics->after_step(time, step);
  const auto draws = [&](const auto& each) {
    return each.second.picture && each.second.schedule.reached(time, step) &&
           each.second.picture->wanted();
  };
  if (std::any_of(fitted_.begin(), fitted_.end(), draws))
    news_.send(*Simulator::instance().world());
  // gzserver --lockstep puts its own in the place of ours after the world has been made.
  if (waited_for_ || time <= 0.0) return;
  waited_for_ = true;
  Simulator::instance().world()->SetSensorWaitFunc([this](double, double) { between_steps(); });
}

// Gazebo calls this before each step and while paused, when the poses of the last step are on their
// way to the scene.
void Sensing::between_steps() {
  Simulator& simulator = Simulator::instance();
  if (!shutter_ || !simulator.world()) return;
  std::vector<std::shared_ptr<Picture>> pictures;
  const double time = simulator.time();
  {
    const auto locked = simulator.lock();
    look();
    for (auto& [number, fitted] : fitted_) {
      if (!fitted.picture || !fitted.schedule.due(time, simulator.step_size())) continue;
      if (fitted.picture->watched()) fitted.picture->tell(time);
      if (!fitted.picture->wanted() || !fitted.picture->expect()) continue;
      pictures.push_back(fitted.picture);
      simulator.measurements().made(fitted.name);
    }
  }
  if (!pictures.empty()) shutter_->expose(time, std::move(pictures));
}

void Sensing::complain(const std::string& name, const std::string& what) {
  if (complaints_.insert(name + what).second)
    ROS_ERROR("sensor %s: %s", name.c_str(), what.c_str());
}

}  // namespace sim
