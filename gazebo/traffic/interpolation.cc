#include "traffic/interpolation.h"

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

TrafficStatePtr empty_road() {
  auto state = std::make_shared<TrafficState>();
  state->time = -kInfinity;
  state->step = 1.0;
  return state;
}

}  // namespace

Segment::Segment(TrafficStatePtr state, double begin, double late) : state_(std::move(state)), begin_(begin), end_(kInfinity) {
  const std::size_t count = state_->size();
  for (int axis = 0; axis < 3; ++axis) {
    auto& c = coefficients_[axis];
    c[0] = state_->position[axis];
    c[1] = state_->velocity[axis];
    c[2].assign(count, 0.0);
    c[3].assign(count, 0.0);
    for (std::size_t row = 0; row < count; ++row) c[0][row] += c[1][row] * late;
  }
  yaw_ = state_->yaw;
  yaw_rate_.assign(count, 0.0);
}

void Segment::restart(double time) {
  for (auto& c : coefficients_) {
    for (std::size_t row = 0; row < c[0].size(); ++row) c[0][row] += c[1][row] * (time - begin_);
  }
  begin_ = time;
}

void Segment::aim(const TrafficState& target, double time, double end) {
  if (time > begin_ + kEpsilon) restart(time);
  end_ = end;
  const double span = end - begin_;
  const double late = end - (target.time + target.step);
  const auto arrive = [&](std::size_t row, std::size_t there) {
    for (int axis = 0; axis < 3; ++axis) {
      auto& c = coefficients_[axis];
      const double v0 = c[1][row], v1 = target.velocity[axis][there];
      const double mean = (target.position[axis][there] + v1 * late - c[0][row]) / span;
      c[2][row] = (3.0 * mean - 2.0 * v0 - v1) / span;
      c[3][row] = (v0 + v1 - 2.0 * mean) / (span * span);
    }
    yaw_rate_[row] = wrap(target.yaw[there] - yaw_[row]) / span;
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
  const std::size_t count = yaw_.size();
  for (int axis = 0; axis < 3; ++axis) {
    poses.position[axis].resize(count);
    double* const out = poses.position[axis].data();
    const auto& c = coefficients_[axis];
    const double *c0 = c[0].data(), *c1 = c[1].data(), *c2 = c[2].data(), *c3 = c[3].data();
    for (std::size_t row = 0; row < count; ++row) out[row] = c0[row] + t * (c1[row] + t * (c2[row] + t * c3[row]));
  }
  poses.yaw.resize(count);
  for (std::size_t row = 0; row < count; ++row) poses.yaw[row] = yaw_[row] + t * yaw_rate_[row];
}

VehiclePose Segment::at(double time, std::size_t row) const {
  const double t = elapsed(time);
  VehiclePose pose{};
  for (int axis = 0; axis < 3; ++axis) {
    const auto& c = coefficients_[axis];
    pose.position[axis] = c[0][row] + t * (c[1][row] + t * (c[2][row] + t * c[3][row]));
    pose.velocity[axis] = c[1][row] + t * (2.0 * c[2][row] + 3.0 * t * c[3][row]);
  }
  pose.yaw = wrap(yaw_[row] + t * yaw_rate_[row]);
  pose.yaw_rate = yaw_rate_[row];
  pose.pitch = state_->pitch[row];
  return pose;
}

Interpolator::Interpolator() : segment_(empty_road(), 0.0, 0.0) {}

double Interpolator::newest() const { return next_.empty() ? state().time : next_.back()->time; }

void Interpolator::add(TrafficStatePtr state, double time) {
  if (state->time <= newest()) *this = Interpolator();
  next_.push_back(std::move(state));
  if (next_.size() == 1 && std::isfinite(segment_.state().time)) aim(*next_.front(), time);
}

bool Interpolator::advance(double time) {
  bool changed = false;
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
