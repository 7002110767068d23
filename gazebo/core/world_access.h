// Access to the world: physics during a step, or one request of a ROS thread. They alternate, so
// that neither starves.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace sim {

class WorldAccess {
 public:
  void lock() {
    std::unique_lock<std::mutex> guard(mutex_);
    const std::uint64_t mine = next_++;
    turn_.wait(guard, [&] { return serving_ == mine; });
  }

  void unlock() {
    std::lock_guard<std::mutex> guard(mutex_);
    ++serving_;
    turn_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t next_ = 0, serving_ = 0;
};

}  // namespace sim
