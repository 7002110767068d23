// Commands to a gripper and its reports; stamped commands are kept in their order of effect. SI
// units.
#pragma once

#include <deque>
#include <optional>
#include <string>

namespace sim::joints {

// `stamp`: simulated time from which it counts, 0 is at once; `force` 0 is the gripper's own most.
struct GripperOrder {
  double stamp = 0.0, width = 0.0, force = 0.0;
  bool vacuum = false;
};

// Throw InputError where a value is not finite.
void check(const GripperOrder& order);

// `force` is what each finger presses with; `assisted`: the object is held by a joint.
struct GripperReport {
  double width = 0.0, force = 0.0;
  bool vacuum = false, moving = false, holding = false, assisted = false;
  std::string object;
};

// Orders that wait for their time.
class GripperOrders {
 public:
  // Add a command; it replaces the commands that would take effect later.
  void add(const GripperOrder& order);
  // Return the newest command that is due, once.
  std::optional<GripperOrder> due(double now);
  void clear() { waiting_.clear(); }

 private:
  std::deque<GripperOrder> waiting_;
};

class Gripper {
 public:
  virtual ~Gripper() = default;
  virtual void obey(const GripperOrder& order) = 0;
  virtual void before_step(double time, double dt) = 0;
  virtual void after_step(double time, double dt) = 0;
  // Lets go and holds the fingers where they are.
  virtual void reset() = 0;
  virtual bool is_vacuum() const = 0;
  virtual GripperReport report() const = 0;
};

}  // namespace sim::joints
