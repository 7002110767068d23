#include "laws/traffic/interpolation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sim {
namespace {

constexpr double kEpsilon = 1e-9;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = 3.14159265358979323846;

// The same angle within [-pi, pi).
double wrap(double angle) {
  const double turned = std::fmod(angle + kPi, 2.0 * kPi);
  return (turned < 0.0 ? turned + 2.0 * kPi : turned) - kPi;
}

double value(const double* c, double t) { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }

TrafficStatePtr empty_road() {
  auto state = std::make_shared<TrafficState>();
  state->time = -kInfinity;
  state->step = 1.0;
  return state;
}

}  // namespace

Segment::Segment(TrafficStatePtr state, double begin, double late)
    : state_(std::move(state)), begin_(begin), end_(kInfinity) {
  motions_.resize(state_->size());
  for (std::size_t row = 0; row < motions_.size(); ++row) {
    Motion& motion = motions_[row];
    for (int axis = 0; axis < 3; ++axis) {
      const double velocity = state_->velocity[axis][row];
      double* const c = motion.axis[axis];
      c[0] = state_->position[axis][row] + velocity * late;
      c[1] = velocity;
      c[2] = c[3] = 0.0;
    }
    motion.yaw = state_->yaw[row];
    motion.pitch = state_->pitch[row];
    motion.roll = state_->roll[row];
    motion.yaw_rate = motion.pitch_rate = motion.roll_rate = 0.0;
  }
}

void Segment::restart(double time) {
  for (Motion& motion : motions_) {
    for (double* c : motion.axis) c[0] += c[1] * (time - begin_);
  }
  begin_ = time;
}

void Segment::aim(const TrafficState& target, double time, double end) {
  if (time > begin_ + kEpsilon) restart(time);
  end_ = end;
  const double span = end - begin_;
  const double late = end - (target.time + target.step);
  const auto arrive = [&](std::size_t row, std::size_t there) {
    Motion& motion = motions_[row];
    for (int axis = 0; axis < 3; ++axis) {
      double* const c = motion.axis[axis];
      const double v0 = c[1], v1 = target.velocity[axis][there];
      const double mean = (target.position[axis][there] + v1 * late - c[0]) / span;
      c[2] = (3.0 * mean - 2.0 * v0 - v1) / span;
      c[3] = (v0 + v1 - 2.0 * mean) / (span * span);
    }
    motion.yaw_rate = wrap(target.yaw[there] - motion.yaw) / span;
    motion.pitch_rate = (target.pitch[there] - motion.pitch) / span;
    motion.roll_rate = (target.roll[there] - motion.roll) / span;
  };
  const auto ignore = [](std::size_t) {};
  match_rows(*state_, target, arrive, ignore, ignore);
}

double Segment::elapsed(double time) const {
  const double t = time - begin_;
  return std::isinf(end_) ? t : std::min(std::max(t, 0.0), end_ - begin_);
}

void Segment::at(double time, TrafficPoses& poses) const {
  const double t = elapsed(time);
  poses.resize(motions_.size());
  for (std::size_t row = 0; row < motions_.size(); ++row) {
    const Motion& motion = motions_[row];
    for (int axis = 0; axis < 3; ++axis) poses[row].position[axis] = value(motion.axis[axis], t);
    poses[row].yaw = motion.yaw + t * motion.yaw_rate;
    poses[row].pitch = motion.pitch + t * motion.pitch_rate;
    poses[row].roll = motion.roll + t * motion.roll_rate;
  }
}

VehiclePose Segment::at(double time, std::size_t row) const {
  const double t = elapsed(time);
  const Motion& motion = motions_[row];
  VehiclePose pose{};
  for (int axis = 0; axis < 3; ++axis) {
    const double* const c = motion.axis[axis];
    pose.position[axis] = value(c, t);
    pose.velocity[axis] = c[1] + t * (2.0 * c[2] + 3.0 * t * c[3]);
  }
  pose.yaw = wrap(motion.yaw + t * motion.yaw_rate);
  pose.yaw_rate = motion.yaw_rate;
  pose.pitch = motion.pitch + t * motion.pitch_rate;
  pose.roll = motion.roll + t * motion.roll_rate;
  return pose;
}

Interpolator::Interpolator() : segment_(empty_road(), 0.0, 0.0) {}

double Interpolator::newest() const { return next_.empty() ? state().time : next_.back()->time; }

void Interpolator::add(TrafficStatePtr state, double time) {
  if (state->time <= newest()) {
    *this = Interpolator();
    emptied_ = true;
  }
  next_.push_back(std::move(state));
  if (next_.size() == 1 && std::isfinite(segment_.state().time)) aim(*next_.front(), time);
}

bool Interpolator::advance(double time) {
  bool changed = std::exchange(emptied_, false);
  while (!next_.empty() && time >= due() - kEpsilon) {
    const TrafficStatePtr state = next_.front();
    next_.pop_front();
    const double shown = state->time + state->step;
    const double late = std::isfinite(segment_.end()) ? segment_.end() - shown : 0.0;
    segment_ = Segment(state, shown + late, late);
    changed = true;
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
  segment_.aim(target, time, due > time + kEpsilon ? due : time + 0.5 * target.step);
}

}  // namespace sim
