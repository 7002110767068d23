// The car: pulses of two reflectance sensors, counted by the kernel (a counter's count0/count, see Linux's ABI/testing/sysfs-bus-counter).
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "wheel_driver.h"

namespace {

class CountedWheels : public WheelDriver {
 public:
  CountedWheels(std::array<std::string, 2> files, double pulses_per_turn)
      : files_(std::move(files)), angle_(2.0 * M_PI / pulses_per_turn), before_(counts()), time_(ros::WallTime::now()) {}

  std::optional<std::array<double, 2>> speeds() override {
    const auto time = ros::WallTime::now();
    const double passed = (time - time_).toSec();
    if (passed <= 0.0) return std::nullopt;
    const auto after = counts();
    std::array<double, 2> found{};
    for (size_t wheel = 0; wheel < found.size(); ++wheel) found[wheel] = angle_ * (after[wheel] - before_[wheel]) / passed;
    before_ = after;
    time_ = time;
    return found;
  }

 private:
  std::array<double, 2> counts() const {
    std::array<double, 2> found{};
    for (size_t wheel = 0; wheel < found.size(); ++wheel) {
      std::ifstream file(files_[wheel]);
      if (!(file >> found[wheel])) throw std::runtime_error(files_[wheel] + ": no count of pulses can be read");
    }
    return found;
  }

  std::array<std::string, 2> files_;
  double angle_;
  std::array<double, 2> before_;
  ros::WallTime time_;
};

}  // namespace

std::unique_ptr<WheelDriver> wheel_driver(ros::NodeHandle&, ros::NodeHandle& own) {
  const std::string counter = "/sys/bus/counter/devices/counter";
  return std::make_unique<CountedWheels>(
      std::array<std::string, 2>{own.param("left", counter + "0/count0/count"), own.param("right", counter + "1/count0/count")},
      own.param("pulses_per_turn", 20.0));
}
