// libsim_sensors.so: gives the sensors that SDF describes their ROS topics and frames (contract 4.4). Cameras so far.
#include <chrono>
#include <map>
#include <memory>

#include <gazebo/common/Plugin.hh>
#include <gazebo/sensors/sensors.hh>

#include "core/simulator.h"
#include "sensors/camera_topics.h"

namespace sim {

class SensorsPlugin : public gazebo::SystemPlugin {
 public:
  void Load(int argc, char** argv) override {
    Simulator& simulator = Simulator::instance();
    connections_.push_back(simulator.after_step([this](double) { look(); }));
    connections_.push_back(simulator.on_stop([this] { cameras_.clear(); }));
    simulator.start(argc, argv);
  }

 private:
  // Models come and go with their sensors; looking costs more than most steps, so it is done in wall time.
  void look() {
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_ < std::chrono::milliseconds(200)) return;
    looked_ = now;
    for (const auto& sensor : gazebo::sensors::SensorManager::Instance()->GetSensors()) {
      const auto camera = std::dynamic_pointer_cast<gazebo::sensors::CameraSensor>(sensor);
      if (camera && camera->Camera() && cameras_.count(sensor->ScopedName()) == 0) {
        cameras_[sensor->ScopedName()] = std::make_unique<CameraTopics>(camera);
      }
    }
    for (auto each = cameras_.begin(); each != cameras_.end();) each = each->second->update() ? std::next(each) : cameras_.erase(each);
  }

  std::map<std::string, std::unique_ptr<CameraTopics>> cameras_;
  std::chrono::steady_clock::time_point looked_{};
  std::vector<Connection> connections_;
};

GZ_REGISTER_SYSTEM_PLUGIN(SensorsPlugin)

}  // namespace sim
