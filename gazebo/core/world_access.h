// Who may touch the world: physics while it steps, or one request of a ROS thread. In turn, so that neither starves.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include <boost/thread/recursive_mutex.hpp>

namespace sim {

class WorldAccess {
 public:
  // Gazebo removes models under its physics engine's mutex, in its own time, even while it is paused: held here too from now on.
  void hold_off_removals(boost::recursive_mutex* removals) { removals_ = removals; }

  void lock() {
    {
      std::unique_lock<std::mutex> guard(mutex_);
      const std::uint64_t mine = next_++;
      turn_.wait(guard, [&] { return serving_ == mine; });
    }
    if (removals_ != nullptr) removals_->lock();
  }

  void unlock() {
    if (removals_ != nullptr) removals_->unlock();
    std::lock_guard<std::mutex> guard(mutex_);
    ++serving_;
    turn_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t next_ = 0, serving_ = 0;
  boost::recursive_mutex* removals_ = nullptr;
};

}  // namespace sim
