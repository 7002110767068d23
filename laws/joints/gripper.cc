#include "laws/joints/gripper.h"

#include <cmath>
#include <sstream>

#include "laws/input_error.h"

namespace sim::joints {
namespace {

// Half a nanosecond, the resolution of ROS time stamps.
constexpr double STAMP_TOLERANCE = 0.5e-9;

void require(const char* name, double value) {
  if (std::isfinite(value) && value >= 0.0) return;
  std::ostringstream text;
  text << value << " must be a finite number of at least 0";
  throw InputError(name, text.str());
}

}  // namespace

void check(const GripperOrder& order) {
  require("width", order.width);
  require("force", order.force);
}

void GripperOrders::add(const GripperOrder& order) {
  while (!waiting_.empty() && waiting_.back().stamp > order.stamp) waiting_.pop_back();
  waiting_.push_back(order);
}

std::optional<GripperOrder> GripperOrders::due(double now) {
  std::optional<GripperOrder> found;
  while (!waiting_.empty() && waiting_.front().stamp <= now + STAMP_TOLERANCE) {
    found = waiting_.front();
    waiting_.pop_front();
  }
  return found;
}

}  // namespace sim::joints
