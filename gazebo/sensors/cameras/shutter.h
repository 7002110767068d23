// Has pictures taken of the world as a step has left it: physics waits until Gazebo's main thread
// has begun to draw that very state, and goes on while it draws. Thus pictures of one step show one
// world, and a slow one holds physics back rather than be left out.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include <gazebo/common/CommonTypes.hh>

#include "sensors/port.h"

namespace sim {

class Shutter {
 public:
  explicit Shutter(const std::string& world);

  // Between two steps, in the physics thread: pictures of the state at `time`. Gives up where the
  // scene does not come to show it, as before it is complete.
  void expose(double time, std::vector<std::shared_ptr<Picture>> pictures);
  // Closes pictures of sensors that are gone, in the main thread.
  void dismiss(std::shared_ptr<Picture> picture);
  // Ends all waiting; safe in a signal handler.
  void release() { released_ = true; }

 private:
  void draw();
  void close_dismissed();
  bool ready() const;

  std::string world_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<Picture>> pictures_, dismissed_;
  double time_ = 0.0;
  bool drawing_ = false;
  // Rounds of the main thread since the last expose().
  unsigned rounds_ = 0;
  std::atomic<bool> released_{false};
  gazebo::event::ConnectionPtr rendering_;
};

}  // namespace sim
