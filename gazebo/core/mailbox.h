// Carries messages from the ROS thread to the physics thread, which takes them before its next
// step.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

namespace sim {

template <class Message>
class Mailbox {
 public:
  void post(Message message) {
    std::lock_guard<std::mutex> guard(mutex_);
    waiting_.push_back(std::move(message));
  }

  std::vector<Message> take() {
    std::lock_guard<std::mutex> guard(mutex_);
    return std::exchange(waiting_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<Message> waiting_;
};

}  // namespace sim
