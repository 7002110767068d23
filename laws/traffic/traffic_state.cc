#include "laws/traffic/traffic_state.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace sim {
namespace {

template <typename T>
void permute(std::vector<T>& values, const std::vector<std::size_t>& order) {
  std::vector<T> sorted;
  sorted.reserve(values.size());
  for (std::size_t row : order) sorted.push_back(values[row]);
  values.swap(sorted);
}

}  // namespace

void TrafficState::resize(std::size_t count) {
  id.resize(count);
  type.resize(count);
  yaw.resize(count);
  pitch.resize(count);
  roll.resize(count);
  signals.resize(count);
  for (int axis = 0; axis < 3; ++axis) {
    position[axis].resize(count);
    velocity[axis].resize(count);
  }
}

void TrafficState::set_speed(std::size_t row, double speed) {
  const double level = speed * std::cos(pitch[row]);
  velocity[0][row] = level * std::cos(yaw[row]);
  velocity[1][row] = level * std::sin(yaw[row]);
  velocity[2][row] = -speed * std::sin(pitch[row]);
}

long TrafficState::row(std::uint32_t wanted) const {
  const auto found = std::lower_bound(id.begin(), id.end(), wanted);
  return found == id.end() || *found != wanted ? -1 : found - id.begin();
}

void TrafficState::sort() {
  if (!std::is_sorted(id.begin(), id.end())) {
    std::vector<std::size_t> order(size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [this](std::size_t a, std::size_t b) { return id[a] < id[b]; });
    permute(type, order);
    permute(yaw, order);
    permute(pitch, order);
    permute(roll, order);
    permute(signals, order);
    for (int axis = 0; axis < 3; ++axis) {
      permute(position[axis], order);
      permute(velocity[axis], order);
    }
    permute(id, order);
  }
  const auto twice = std::adjacent_find(id.begin(), id.end());
  if (twice != id.end())
    throw std::runtime_error("vehicle " + std::to_string(*twice) + " comes twice in one state");
}

}  // namespace sim
