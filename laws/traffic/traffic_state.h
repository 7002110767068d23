// The state of all traffic after one SUMO step; world frame, SI units, parallel arrays sorted by
// id.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sim {

struct TrafficState {
  double time = 0.0;
  double step = 0.0;
  std::vector<std::uint32_t> id;
  std::vector<std::uint16_t> type;
  std::array<std::vector<double>, 3> position;  // of the base's centre
  std::array<std::vector<double>, 3> velocity;
  std::vector<double> yaw;
  std::vector<double> pitch;
  std::vector<double> roll;
  std::vector<std::uint32_t> signals;  // SUMO's bits

  std::size_t size() const { return id.size(); }
  void resize(std::size_t count);
  // Sets row `row`'s velocity from its speed along its yaw and pitch.
  void set_speed(std::size_t row, double speed);
  // Return the row of a vehicle, -1 if it is missing.
  long row(std::uint32_t wanted) const;
  // Sort the rows by id after a state was filled in any order; throws std::runtime_error for a
  // duplicate id.
  void sort();
};

using TrafficStatePtr = std::shared_ptr<const TrafficState>;

// Walks two states' rows in the order of ids: both(row, row), only_first(row), only_second(row).
template <typename Both, typename First, typename Second>
void match_rows(const TrafficState& a, const TrafficState& b, Both both, First only_first,
                Second only_second) {
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a.id[i] < b.id[j])) {
      only_first(i++);
    } else if (i == a.size() || b.id[j] < a.id[i]) {
      only_second(j++);
    } else {
      both(i++, j++);
    }
  }
}

}  // namespace sim
