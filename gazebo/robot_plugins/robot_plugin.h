// A model plugin of gazebo_plugins inside gzserver: reads its parameters, and runs its part around
// each step while the model exists.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/Model.hh>

#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "laws/robot_plugins/settings.h"

namespace sim::robot_plugins {

// Work of a plugin around each step; everything but the constructor is called in the physics
// thread, or with the world locked.
class Part {
 public:
  virtual ~Part() = default;
  // Opens topics, once ROS is there.
  virtual void advertise(Simulator& simulator) = 0;
  virtual void before_step(double /*time*/, double /*dt*/) {}
  virtual void after_step(double time, double dt) = 0;
  // Discard commands; callable from any thread.
  virtual void reset() {}
};

using Maker =
    std::function<std::shared_ptr<Part>(const gazebo::physics::ModelPtr&, const Settings&)>;

class RobotPlugin : public gazebo::ModelPlugin {
 public:
  RobotPlugin(const char* filename, Maker make) : filename_(filename), make_(std::move(make)) {}
  ~RobotPlugin() override { stop(); }

  void Load(gazebo::physics::ModelPtr model, sdf::ElementPtr plugin) override;
  void Reset() override {
    if (part_) part_->reset();
  }

 private:
  void connect(Simulator& simulator, const gazebo::physics::ModelPtr& model);
  void stop();

  const char* filename_;
  Maker make_;
  std::shared_ptr<Part> part_;
  std::vector<Connection> connections_;
};

// Registers the plugin of a file with the factory of its part.
class RobotPluginRegistration : PluginRegistration {
 public:
  RobotPluginRegistration(const char* file, const robot_plugins::Maker& make)
      : PluginRegistration(file, [file, make] {
          return static_cast<void*>(static_cast<gazebo::ModelPlugin*>(new RobotPlugin(file, make)));
        }) {}
};

// A maker of parts of one class.
template <class Made>
std::shared_ptr<Part> make_part(const gazebo::physics::ModelPtr& model, const Settings& settings) {
  return std::make_shared<Made>(model, settings);
}

// Return the link that a tag names; InputError for an unknown link.
gazebo::physics::LinkPtr link_of(const gazebo::physics::ModelPtr& model, const Settings& settings,
                                 const std::string& tag);

// Return the rate of a plugin in Hz: the value of a tag, at most one update in each step; 0 is
// every step.
double update_rate(const Settings& settings, const gazebo::physics::ModelPtr& model,
                   const char* tag = "updateRate");

}  // namespace sim::robot_plugins
