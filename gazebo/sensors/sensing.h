// All sensors of a gzserver: finds them when models are added and removed, and triggers each
// measurement that is due and has subscribers.
//
// Gazebo's own updates of a sensor are turned off unless another plugin uses it: their rates depend
// on the real-time factor. Sensors that compute with the physics measure at the end of the step,
// rendering sensors between it and the next.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gazebo/sensors/Sensor.hh>

#include "laws/lockstep/schedule.h"
#include "core/simulator.h"
#include "sensors/model_topics.h"
#include "sensors/mount.h"
#include "sensors/port.h"
#include "sensors/cameras/model_descriptions.h"
#include "sensors/cameras/pose_news.h"
#include "sensors/rays/ray_world.h"
#include "sensors/cameras/shutter.h"

namespace sim {

class Sensing {
 public:
  static Sensing& instance();

  // Begins once world and ROS are there; more calls do nothing.
  void start();
  // Return whether it has begun, for any thread.
  static bool started() { return started_; }

 private:
  struct Fitted {
    std::string name;
    Schedule schedule;
    std::unique_ptr<Port> port;
    std::shared_ptr<Picture> picture;
    // True if ground truth exists beside it.
    bool labelled = false;
    // It had subscribers when it last measured.
    bool exposing = false;
    boost::weak_ptr<gazebo::physics::Model> model;
  };

  void attach();
  void stop();
  void look();
  void fit(const gazebo::sensors::SensorPtr& sensor);
  void find_driven();
  void tell_of_models();
  ModelTopics& topics_of(const gazebo::physics::ModelPtr& model);
  void after_step(double time);
  void between_steps();
  void complain(const std::string& name, const std::string& what);

  std::unique_ptr<Shutter> shutter_;
  RayWorld rays_;
  PoseNews news_;
  std::unique_ptr<ModelDescriptions> descriptions_;
  // By the sensor's number, which no other sensor ever gets.
  std::map<std::uint32_t, Fitted> fitted_;
  // By the model's.
  std::map<std::uint32_t, std::unique_ptr<ModelTopics>> models_;
  std::set<std::uint32_t> looked_at_;
  std::set<std::string> complaints_;
  std::chrono::steady_clock::time_point looked_{}, blind_since_{};
  inline static std::atomic<bool> started_{false};
  bool waited_for_ = false;
  std::vector<Connection> connections_;
  gazebo::event::ConnectionPtr interrupt_;
};

}  // namespace sim
