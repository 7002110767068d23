#include "laws/traffic/interpolation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "laws/traffic/angles.h"

namespace sim {
namespace {

constexpr double EPSILON = 1e-9;  // s
constexpr double NEVER = std::numeric_limits<double>::infinity();

TrafficStatePtr empty_road() {
  auto state = std::make_shared<TrafficState>();
  state->time = -NEVER;
  state->step = 1.0;
  return state;
}

}  // namespace

Segment::Segment(TrafficStatePtr state, double begin, double late)
    : state_(std::move(state)), begin_(begin), end_(NEVER), ways_(state_->size()) {
  for (std::size_t row = 0; row < ways_.size(); ++row) {
    Way& way = ways_[row];
    for (int axis = 0; axis < 3; ++axis) {
      way.velocity[axis] = state_->velocity[axis][row];
      way.position[axis] = state_->position[axis][row] + way.velocity[axis] * late;
    }
    way.angles = {state_->yaw[row], state_->pitch[row], state_->roll[row]};
    way.end_position = way.position;
    way.end_velocity = way.velocity;
    way.turn = {};
  }
}

void Segment::restart(double time) {
  const Weights now = weights(time);
  for (Way& way : ways_) {
    for (int axis = 0; axis < 3; ++axis) way.position[axis] = place(way, axis, now);
  }
  begin_ = time;
}

void Segment::aim(const TrafficState& target, double time, double end) {
  if (time > begin_ + EPSILON) restart(time);
  end_ = end;
  const double span = end - begin_;
  const double late = end - (target.time + target.step);
  const auto arrive = [&](std::size_t row, std::size_t there) {
    Way& way = ways_[row];
    for (int axis = 0; axis < 3; ++axis) {
      way.end_velocity[axis] = target.velocity[axis][there];
      way.end_position[axis] = target.position[axis][there] + way.end_velocity[axis] * late;
    }
    way.turn = {wrapped(target.yaw[there] - way.angles[0]), target.pitch[there] - way.angles[1],
                target.roll[there] - way.angles[2]};
  };
  const auto go_on = [&](std::size_t row) {
    Way& way = ways_[row];
    for (int axis = 0; axis < 3; ++axis) {
      way.end_velocity[axis] = way.velocity[axis];
      way.end_position[axis] = way.position[axis] + way.velocity[axis] * span;
    }
    way.turn = {};
  };
  match_rows(*state_, target, arrive, go_on, [](std::size_t) {});
}

Segment::Weights Segment::weights(double time) const {
  const double elapsed = time - begin_;
  if (std::isinf(end_)) return {{0.0, elapsed, 0.0}, {0.0, 1.0, 0.0}, 0.0};
  const double span = end_ - begin_;
  const double u = std::min(std::max(elapsed / span, 0.0), 1.0);
  const double left = 1.0 - u;
  return {{u * u * (3.0 - 2.0 * u), span * u * (left * left), span * u * u * (u - 1.0)},
          {6.0 * u * left / span, left * (1.0 - 3.0 * u), u * (3.0 * u - 2.0)},
          u};
}

double Segment::place(const Way& way, int axis, const Weights& weights) {
  const auto [move, first, last] = weights.position;
  return way.position[axis] + move * (way.end_position[axis] - way.position[axis]) +
         first * way.velocity[axis] + last * way.end_velocity[axis];
}

void Segment::at(double time, TrafficPoses& poses) const {
  const Weights now = weights(time);
  poses.resize(ways_.size());
  for (std::size_t row = 0; row < ways_.size(); ++row) {
    const Way& way = ways_[row];
    TrafficPose& pose = poses[row];
    for (int axis = 0; axis < 3; ++axis) pose.position[axis] = place(way, axis, now);
    pose.yaw = way.angles[0] + now.passed * way.turn[0];
    pose.pitch = way.angles[1] + now.passed * way.turn[1];
    pose.roll = way.angles[2] + now.passed * way.turn[2];
  }
}

VehiclePose Segment::at(double time, std::size_t row) const {
  const Weights now = weights(time);
  const auto [move, first, last] = now.velocity;
  const Way& way = ways_[row];
  const bool ends = std::isfinite(end_);
  VehiclePose pose{};
  for (int axis = 0; axis < 3; ++axis) {
    pose.position[axis] = place(way, axis, now);
    pose.velocity[axis] = move * (way.end_position[axis] - way.position[axis]) +
                          first * way.velocity[axis] + last * way.end_velocity[axis];
  }
  pose.yaw = ends ? wrapped(way.angles[0] + now.passed * way.turn[0]) : way.angles[0];
  pose.pitch = way.angles[1] + now.passed * way.turn[1];
  pose.roll = way.angles[2] + now.passed * way.turn[2];
  pose.yaw_rate = ends ? way.turn[0] / (end_ - begin_) : 0.0;
  return pose;
}

int Segment::motion(const std::int64_t* rows, std::size_t count, double* coefficients) const {
  std::size_t columns = 4;
  for (std::size_t i = 0; i < count; ++i) {
    const Way& way = ways_[static_cast<std::size_t>(rows[i])];
    for (int axis = 1; axis < 3; ++axis) {
      if (way.angles[axis] != 0.0 || way.turn[axis] != 0.0) columns = 6;
    }
  }
  const std::size_t power = count * columns;
  const bool ends = std::isfinite(end_);
  const double span = end_ - begin_;
  std::fill_n(coefficients, 4 * power, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const Way& way = ways_[static_cast<std::size_t>(rows[i])];
    double* const c = coefficients + i * columns;
    for (int axis = 0; axis < 3; ++axis) {
      const double v0 = way.velocity[axis], v1 = way.end_velocity[axis];
      c[axis] = way.position[axis];
      c[power + axis] = v0;
      if (!ends) continue;
      const double mean = (way.end_position[axis] - way.position[axis]) / span;
      c[2 * power + axis] = (3.0 * mean - 2.0 * v0 - v1) / span;
      c[3 * power + axis] = (v0 + v1 - 2.0 * mean) / (span * span);
    }
    for (std::size_t axis = 0; axis < columns - 3; ++axis) {
      c[3 + axis] = way.angles[axis];
      if (ends) c[power + 3 + axis] = way.turn[axis] / span;
    }
  }
  return static_cast<int>(columns);
}

std::size_t Segment::near(double time, const double* places, std::size_t count, const double* reach,
                          std::int64_t* rows) const {
  const Weights now = weights(time);
  std::size_t found = 0;
  for (std::size_t row = 0; row < ways_.size(); ++row) {
    const double x = place(ways_[row], 0, now), y = place(ways_[row], 1, now);
    for (std::size_t i = 0; i < count; ++i) {
      const double* const to = places + 3 * i;
      if (std::max(std::abs(x - to[0]), std::abs(y - to[1])) >= reach[row]) continue;
      rows[found++] = static_cast<std::int64_t>(row);
      break;
    }
  }
  return found;
}

Interpolator::Interpolator() : segment_(empty_road(), 0.0, 0.0) {}

double Interpolator::newest() const { return next_.empty() ? state().time : next_.back()->time; }

double Interpolator::changes_at() const {
  if (emptied_) return -NEVER;
  return next_.empty() ? NEVER : due() - EPSILON;
}

void Interpolator::add(TrafficStatePtr state, double time) {
  if (state->time <= newest()) {
    const std::int64_t version = version_ + 1;
    *this = Interpolator();
    emptied_ = true;
    version_ = version;
  }
  next_.push_back(std::move(state));
  if (next_.size() > 1 || !std::isfinite(segment_.state().time)) return;
  aim(*next_.front(), time);
  ++version_;
}

bool Interpolator::advance(double time) {
  bool changed = std::exchange(emptied_, false);
  while (!next_.empty() && time >= due() - EPSILON) {
    const TrafficStatePtr state = next_.front();
    next_.pop_front();
    const double shown = state->time + state->step;
    const double late = std::isfinite(segment_.end()) ? segment_.end() - shown : 0.0;
    segment_ = Segment(state, shown + late, late);
    changed = true;
    ++version_;
    if (!next_.empty()) aim(*next_.front(), segment_.begin());
  }
  return changed;
}

double Interpolator::due() const {
  return std::isfinite(segment_.end()) ? segment_.end() : next_.front()->time + next_.front()->step;
}

void Interpolator::aim(const TrafficState& target, double time) {
  const double due = target.time + target.step;
  // Half a step for a target that is overdue makes up for the delay over the following segments.
  segment_.aim(target, time, due > time + EPSILON ? due : time + 0.5 * target.step);
}

}  // namespace sim
