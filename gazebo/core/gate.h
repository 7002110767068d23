// Runs or stops physics: the user's pause, step_world, requests that need a stopped world, and the
// lockstep.
//
// While the gate is closed, Gazebo's world is paused. The physics thread closes it at the end of a
// step, and a separate thread opens it. A short wait for the lockstep happens inside the step,
// which costs far less than a pause; if Gazebo meanwhile has to handle messages (to insert a
// model), the wait continues with the gate closed.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <gazebo/common/CommonTypes.hh>
#include <gazebo/physics/PhysicsTypes.hh>

#include "core/world_access.h"

namespace sim {

class Gate {
 public:
  explicit Gate(WorldAccess& access) : access_(access) {}
  ~Gate() { stop(); }

  // Pauses a world that is not running yet; `paused` is the user's wish.
  void attach(const gazebo::physics::WorldPtr& world, bool paused);
  // Allow the gate to open; the data of set_ready's function exist now.
  void start();
  // Set the function that returns whether the next step may be made; called with the world locked
  // before each step until it returns true.
  void set_ready(std::function<bool()> ready);

  void pause();
  void unpause();
  // Return whether the user has paused the simulation; a wait for the lockstep does not count.
  bool paused() const { return user_paused_; }
  // Return whether step() is running.
  bool stepping() const { return steps_left_ > 0; }
  // Make exactly so many steps of a paused simulation, then return; an error message if that is not
  // possible.
  std::string step(unsigned steps);

  using Hold = std::shared_ptr<void>;
  // Physics stands still, outside any step, from the return of this call until the answer is
  // destroyed.
  Hold stand_still();
  // Gazebo's loop handles its messages until the answer is destroyed, even while the lockstep
  // waits.
  Hold let_messages_through();

  // Steps per s of wall time, 0 for as fast as possible.
  void set_update_rate(double rate);
  double update_rate() const { return rate_; }

  // Something that set_ready's function looks at has changed.
  void wake();
  // At the end of each step, in the physics thread, which holds the world's lock.
  void step_ended();
  // A step failed: the simulation is paused and step() answers with the reason.
  void fail(const std::string& reason);
  // Ends all waiting; safe in a signal handler.
  void release() { stopped_ = true; }
  void stop();

 private:
  bool wanted() const { return !stopped_ && holds_ == 0 && (!user_paused_ || steps_left_ > 0); }
  void wait(std::unique_lock<std::mutex>& guard, const std::function<bool()>& until);
  void open_when_ready();
  void take_pause_of_others(bool paused);
  void close();
  void open();

  WorldAccess& access_;
  gazebo::physics::WorldPtr world_;
  std::function<bool()> ready_ = [] { return true; };
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  gazebo::event::ConnectionPtr others_;
  std::thread opener_;
  std::thread::id starter_;
  std::atomic<bool> closed_{true}, user_paused_{true}, stopped_{false};
  std::atomic<int> holds_{0}, messages_{0};
  std::atomic<unsigned> steps_left_{0};
  std::string failure_;
  std::atomic<double> rate_{0.0};
  unsigned wakes_ = 0;
};

}  // namespace sim
