#include "laws/joints/contact_guard.h"

#include <algorithm>
#include <cmath>

namespace sim::joints {
namespace {

constexpr double AVERAGING_TIME = 0.005;  // s of simulated time, of exponentially averaged forces
constexpr double MIN_FORCE = 1e-3;        // N, below which one that has ended is forgotten

}  // namespace

double size(const Force& force) {
  return std::sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]);
}

std::string ContactGuard::step(const std::map<std::string, Force>& pushes, bool moving, double dt) {
  const double share = std::min(1.0, dt / AVERAGING_TIME);
  for (const auto& [name, push] : pushes) felt_.emplace(name, Force{});
  for (auto felt = felt_.begin(); felt != felt_.end();) {
    const auto found = pushes.find(felt->first);
    const Force push = found == pushes.end() ? Force{} : found->second;
    for (std::size_t k = 0; k < 3; ++k) felt->second[k] += share * (push[k] - felt->second[k]);
    felt = found == pushes.end() && size(felt->second) < MIN_FORCE ? felt_.erase(felt)
                                                                   : std::next(felt);
  }
  std::map<std::string, double> sizes, begun;
  for (const auto& [name, felt] : felt_) {
    sizes[name] = size(felt);
    const auto before = begun_.find(name);
    if (!moving || before != begun_.end()) begun[name] = moving ? before->second : sizes[name];
  }
  begun_ = begun;
  std::string worst;
  for (const auto& [name, now] : sizes) {
    const auto before = begun_.find(name);
    const bool there = moving && before != begun_.end();
    if (there && lifting_) continue;
    if (now > limit_ + (there ? before->second : 0.0) && (worst.empty() || now > sizes[worst]))
      worst = name;
  }
  return worst;
}

void ContactGuard::clear() {
  felt_.clear();
  begun_.clear();
}

}  // namespace sim::joints
