#include "traffic/watchers.h"

#include <cmath>

#include <gazebo/msgs/msgs.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/sensors/Sensor.hh>
#include <gazebo/sensors/SensorManager.hh>
#include <gazebo/transport/Node.hh>
#include <gazebo/transport/Publisher.hh>

namespace sim {
namespace {

constexpr double WATCH_PERIOD = 0.1;

}  // namespace

Watchers::Watchers(const gazebo::physics::WorldPtr& world) : node_(new gazebo::transport::Node) {
  node_->Init(world->Name());
  poses_ = node_->Advertise<gazebo::msgs::PosesStamped>("~/pose/info");
}

Watchers::~Watchers() {
  poses_.reset();
  node_->Fini();
}

bool Watchers::any(double time) {
  if (std::abs(time - looked_) >= WATCH_PERIOD) {
    looked_ = time;
    found_ = look();
  }
  return found_;
}

bool Watchers::look() const {
  if (poses_->HasConnections()) return true;
  for (const auto& sensor : gazebo::sensors::SensorManager::Instance()->GetSensors()) {
    if (sensor->Category() == gazebo::sensors::IMAGE) return true;
  }
  return false;
}

}  // namespace sim
