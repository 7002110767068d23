#include "sensors/cameras/shutter.h"

#include <algorithm>
#include <cmath>

#include <gazebo/common/Events.hh>
#include <gazebo/rendering/RenderingIface.hh>
#include <gazebo/rendering/Scene.hh>
#include <gazebo/transport/ConnectionManager.hh>

namespace sim {
namespace {

using Milliseconds = std::chrono::milliseconds;

// Each takes 1 ms at least; poses come within a few.
constexpr unsigned PATIENCE = 300;

}  // namespace

Shutter::Shutter(const std::string& world)
    : world_(world), rendering_(gazebo::event::Events::ConnectRender([this] { draw(); })) {}

void Shutter::expose(double time, std::vector<std::shared_ptr<Picture>> pictures) {
  std::unique_lock<std::mutex> guard(mutex_);
  const auto wait = [&](const auto& until) {
    while (!until() && !released_) changed_.wait_for(guard, Milliseconds(20));
  };
  wait([this] { return pictures_.empty(); });
  if (released_) return;
  pictures_ = std::move(pictures);
  time_ = time;
  drawing_ = false;
  rounds_ = 0;
  wait([this] { return drawing_ || pictures_.empty() || rounds_ > PATIENCE; });
  if (!drawing_) pictures_.clear();
}

void Shutter::dismiss(std::shared_ptr<Picture> picture) {
  const std::lock_guard<std::mutex> guard(mutex_);
  dismissed_.push_back(std::move(picture));
}

void Shutter::close_dismissed() {
  std::vector<std::shared_ptr<Picture>> closed;
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    closed.swap(dismissed_);
  }
  for (const auto& picture : closed) picture->close();
}

bool Shutter::ready() const {
  const auto scene = gazebo::rendering::get_scene(world_);
  return scene && std::abs(scene->SimTime().Double() - time_) < 1e-7 &&
         std::all_of(
             pictures_.begin(), pictures_.end(),
             [](const auto& picture) { return picture->settled(); });
}

// In the main thread, after the scene has taken the poses that have come.
void Shutter::draw() {
  close_dismissed();
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    ++rounds_;
    if (pictures_.empty() || !ready()) {
      if (rounds_ > PATIENCE) changed_.notify_all();
      // Gazebo's transport sleeps for 10 ms when it receives a message while it handles another.
      if (!pictures_.empty()) gazebo::transport::ConnectionManager::Instance()->TriggerUpdate();
      return;
    }
    drawing_ = true;
    changed_.notify_all();
  }
  // expose() leaves them alone until they are gone.
  for (const auto& picture : pictures_) picture->take(time_);
  const std::lock_guard<std::mutex> guard(mutex_);
  pictures_.clear();
  changed_.notify_all();
}

}  // namespace sim
