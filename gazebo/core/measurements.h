// Number of measurements of each sensor of a gzserver, counted by the plugin of sensors.
#pragma once

#include <map>
#include <mutex>
#include <string>

namespace sim {

class Measurements {
 public:
  struct Counted {
    long count = 0;
    // True for cameras and similar sensors.
    bool draws = false;
  };
  using Counts = std::map<std::string, Counted>;

  // From any thread, as all of these.
  void begin(const std::string& sensor, bool draws) {
    const std::lock_guard<std::mutex> guard(mutex_);
    counts_[sensor] = {0, draws};
  }
  void made(const std::string& sensor) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = counts_.find(sensor);
    if (found != counts_.end()) ++found->second.count;
  }
  void end(const std::string& sensor) {
    const std::lock_guard<std::mutex> guard(mutex_);
    counts_.erase(sensor);
  }
  Counts counts() const {
    const std::lock_guard<std::mutex> guard(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;
  Counts counts_;
};

}  // namespace sim
