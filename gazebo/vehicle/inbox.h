// Carries commands from the ROS thread to the physics thread, which obeys them before its next
// step.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace sim::vehicle {

class Vehicle;

class Inbox {
 public:
  using Action = std::function<void(Vehicle&)>;

  void post(Action action) {
    std::lock_guard<std::mutex> guard(mutex_);
    waiting_.push_back(std::move(action));
  }

  void drain(Vehicle& vehicle) {
    std::vector<Action> due;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      due.swap(waiting_);
    }
    for (const Action& action : due) action(vehicle);
  }

  void clear() {
    std::lock_guard<std::mutex> guard(mutex_);
    waiting_.clear();
  }

 private:
  std::mutex mutex_;
  std::vector<Action> waiting_;
};

}  // namespace sim::vehicle
