// Stamps of the newest inputs in place, by topic: a participant of the lockstep may name inputs
// that physics has to wait for.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <string>

namespace sim {

class Inputs {
 public:
  // An input of this stamp (s) has arrived on a topic; callable from any thread.
  void arrived(const std::string& topic, double stamp) {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      newest_[topic] = stamp;
    }
    if (on_arrival) on_arrival();
  }

  // Stamp of the newest input of a topic; minus infinity before the first.
  double newest(const std::string& topic) const {
    std::lock_guard<std::mutex> guard(mutex_);
    const auto found = newest_.find(topic);
    return found == newest_.end() ? -std::numeric_limits<double>::infinity() : found->second;
  }

  void clear() {
    std::lock_guard<std::mutex> guard(mutex_);
    newest_.clear();
  }

  std::function<void()> on_arrival;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, double> newest_;
};

}  // namespace sim
