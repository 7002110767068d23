#include "core/gate.h"

#include <chrono>
#include <utility>

#include <gazebo/common/Events.hh>
#include <gazebo/physics/physics.hh>

namespace sim {
namespace {

constexpr std::chrono::milliseconds LOOK_AGAIN{20};
// Gazebo's loop spins while it is paused with an update rate of 0, which means as fast as possible.
constexpr double IDLE_RATE = 1000.0;
const char* const PAUSED = "the simulation was paused before all steps were made";
const char* const UNPAUSED = "the simulation was unpaused before all steps were made";
thread_local bool pausing_ourselves = false;

// Ends the steps that step() waits for. It answers with the reason and empties it: until then no
// other step() may begin.
void cut_short(std::atomic<unsigned>& steps_left, std::string& failure, const std::string& reason) {
  if (steps_left > 0) failure = reason;
  steps_left = 0;
}

void set_paused(const gazebo::physics::WorldPtr& world, bool paused) {
  pausing_ourselves = true;
  world->SetPaused(paused);
  pausing_ourselves = false;
}

}  // namespace

void Gate::attach(const gazebo::physics::WorldPtr& world, bool paused) {
  world_ = world;
  user_paused_ = paused;
  starter_ = std::this_thread::get_id();
  rate_ = world->Physics()->GetRealTimeUpdateRate();
  close();
  others_ = gazebo::event::Events::ConnectPause([this](bool to) { take_pause_of_others(to); });
}

void Gate::start() {
  opener_ = std::thread([this] { open_when_ready(); });
}

void Gate::set_ready(std::function<bool()> ready) {
  access_.lock();
  ready_ = std::move(ready);
  access_.unlock();
}

void Gate::pause() {
  std::unique_lock<std::mutex> guard(mutex_);
  user_paused_ = true;
  cut_short(steps_left_, failure_, PAUSED);
  changed_.notify_all();
  wait(guard, [this] { return closed_ || !user_paused_; });
}

void Gate::unpause() {
  {
    std::lock_guard<std::mutex> guard(mutex_);
    user_paused_ = false;
    cut_short(steps_left_, failure_, UNPAUSED);
  }
  wake();
}

std::string Gate::step(unsigned steps) {
  std::unique_lock<std::mutex> guard(mutex_);
  if (!user_paused_)
    return "step_world works on a paused simulator; call /gazebo/pause_physics first";
  if (steps_left_ > 0 || !failure_.empty())
    return "another step_world is under way; call again when it has answered";
  steps_left_ = steps;
  changed_.notify_all();
  wait(guard, [this] { return steps_left_ == 0 && (closed_ || !user_paused_); });
  const std::string failure = std::exchange(failure_, "");
  return stopped_ ? "the simulator is shutting down" : failure;
}

Gate::Hold Gate::stand_still() {
  std::unique_lock<std::mutex> guard(mutex_);
  ++holds_;
  changed_.notify_all();
  wait(guard, [this] { return closed_.load(); });
  return Hold(nullptr, [this](void*) {
    --holds_;
    wake();
  });
}

Gate::Hold Gate::let_messages_through() {
  ++messages_;
  wake();
  return Hold(nullptr, [this](void*) { --messages_; });
}

void Gate::set_update_rate(double rate) {
  std::lock_guard<std::mutex> guard(mutex_);
  rate_ = rate;
  world_->Physics()->SetRealTimeUpdateRate(closed_ && rate == 0.0 ? IDLE_RATE : rate);
}

void Gate::wake() {
  std::lock_guard<std::mutex> guard(mutex_);
  ++wakes_;
  changed_.notify_all();
}

void Gate::step_ended() {
  {
    std::lock_guard<std::mutex> guard(mutex_);
    if (steps_left_ > 0) --steps_left_;
  }
  while (wanted()) {
    unsigned wakes;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      wakes = wakes_;
    }
    if (ready_()) return;
    if (messages_ > 0) break;
    access_.unlock();
    {
      std::unique_lock<std::mutex> guard(mutex_);
      changed_.wait_for(guard, LOOK_AGAIN, [&] { return wakes_ != wakes || !wanted(); });
    }
    access_.lock();
  }
  close();
}

void Gate::fail(const std::string& reason) {
  std::lock_guard<std::mutex> guard(mutex_);
  user_paused_ = true;
  cut_short(steps_left_, failure_, reason);
}

void Gate::stop() {
  release();
  wake();
  if (opener_.joinable()) opener_.join();
  others_.reset();
  world_.reset();
}

// Looks again by itself too: release() notifies no thread, since a signal handler may not.
void Gate::wait(std::unique_lock<std::mutex>& guard, const std::function<bool()>& until) {
  while (!stopped_ && !until()) changed_.wait_for(guard, LOOK_AGAIN);
}

void Gate::open_when_ready() {
  while (!stopped_) {
    {
      std::unique_lock<std::mutex> guard(mutex_);
      const unsigned wakes = wakes_;
      changed_.wait_for(guard, LOOK_AGAIN,
                        [&] { return wakes_ != wakes || (closed_ && wanted()) || stopped_; });
    }
    if (!closed_ || !wanted()) continue;
    access_.lock();
    const bool ready = ready_();
    access_.unlock();
    if (ready) {
      open();
    } else {
      std::unique_lock<std::mutex> guard(mutex_);
      const unsigned wakes = wakes_;
      changed_.wait_for(guard, LOOK_AGAIN, [&] { return wakes_ != wakes || stopped_; });
    }
  }
}

void Gate::take_pause_of_others(bool paused) {
  // gzserver's main thread, which made the world, sets the pause of its command line; the gate has
  // the last word on that.
  if (pausing_ourselves) return;
  if (std::this_thread::get_id() == starter_) {
    set_paused(world_, closed_);
    return;
  }
  {
    std::lock_guard<std::mutex> guard(mutex_);
    user_paused_ = paused;
    cut_short(steps_left_, failure_, paused ? PAUSED : UNPAUSED);
    if (paused) closed_ = true;
  }
  if (!paused && closed_) set_paused(world_, true);
  wake();
}

void Gate::close() {
  {
    std::lock_guard<std::mutex> guard(mutex_);
    closed_ = true;
    if (rate_ == 0.0) world_->Physics()->SetRealTimeUpdateRate(IDLE_RATE);
    changed_.notify_all();
  }
  set_paused(world_, true);
}

void Gate::open() {
  {
    std::lock_guard<std::mutex> guard(mutex_);
    if (!wanted()) return;
    closed_ = false;
    if (rate_ == 0.0) world_->Physics()->SetRealTimeUpdateRate(0.0);
  }
  set_paused(world_, false);
}

}  // namespace sim
