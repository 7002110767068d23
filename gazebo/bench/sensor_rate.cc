// libsim_sensor_rate.so: how often gzserver itself updates one sensor, in Hz of wall time, without any other plugin. For bench/_gazebo_sensors.py:
// <sensor> is the sensor's name, <seconds> how long it is counted, <output> the file that gets the rate. Then gzserver ends.
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>

#include <unistd.h>

#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/sensors/SensorManager.hh>
#include <gazebo/sensors/Sensor.hh>

namespace sim {

class SensorRate : public gazebo::WorldPlugin {
 public:
  void Load(gazebo::physics::WorldPtr, sdf::ElementPtr plugin) override {
    name_ = plugin->Get<std::string>("sensor");
    output_ = plugin->Get<std::string>("output");
    seconds_ = plugin->Get<double>("seconds");
    steps_ = gazebo::event::Events::ConnectWorldUpdateEnd([this] { look(); });
  }

 private:
  using Clock = std::chrono::steady_clock;

  void look() {
    if (!updates_) return find();
    if (count_ <= WARM_UP) {
      begin_ = Clock::now();
      return;
    }
    const double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (ended_ || passed < seconds_) return;
    ended_ = true;
    std::ofstream(output_) << (count_ - WARM_UP) / passed << "\n";
    kill(getpid(), SIGINT);
  }

  void find() {
    const auto sensor = gazebo::sensors::SensorManager::Instance()->GetSensor(name_);
    if (!sensor) return;
    sensor->SetActive(true);
    updates_ = sensor->ConnectUpdated([this] { ++count_; });
  }

  static constexpr int WARM_UP = 5;
  std::string name_, output_;
  double seconds_ = 0.0;
  std::atomic<int> count_{0};
  bool ended_ = false;
  Clock::time_point begin_{};
  gazebo::event::ConnectionPtr steps_, updates_;
};

GZ_REGISTER_WORLD_PLUGIN(SensorRate)

}  // namespace sim
