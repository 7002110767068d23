// Motion of traffic within limits (src/sim/traffic/limiter.py), and what SUMO's answer holds of it
// (src/sim/traffic/decoder.py). Operations stand in numpy's order, so that results are its own to
// the last bit; angles' sines and cosines are numpy's.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "laws/traffic/angles.h"
#include "laws/interface.h"

using sim::wrapped;

namespace {

// The largest k within [0, 1] with |k slope - drag| <= most, where |drag| < most.
double share_of(const double* slope, const double* drag, double most) {
  const double square = std::max(slope[0] * slope[0] + slope[1] * slope[1], 1e-12);
  const double along = slope[0] * drag[0] + slope[1] * drag[1];
  const double room = most * most - (drag[0] * drag[0] + drag[1] * drag[1]);
  const double share = (along + std::sqrt(along * along + square * room)) / square;
  return std::isnan(share) ? share : std::min(share, 1.0);
}

}  // namespace

// Return whether the bytes (n,) of `source` from `begin` on equal `frame` (n,) wherever `fixed`
// (n,) is 1.
SIM_INTERFACE int sim_has_frame(int n, const std::uint8_t* source, std::int64_t begin,
                                const std::uint8_t* fixed, const std::uint8_t* frame) {
  const std::uint8_t* const bytes = source + begin;
  unsigned differs = 0;
  for (int i = 0; i < n; ++i) differs |= (bytes[i] & fixed[i]) ^ frame[i];
  return differs == 0;
}

// Copies rows of `size` bytes that begin at `starts` (n,) of `source` from `begin` on, one behind
// the other.
SIM_INTERFACE void sim_gather(int n, int size, const std::uint8_t* source, std::int64_t begin,
                              const std::int64_t* starts, std::uint8_t* rows) {
  for (int i = 0; i < n; ++i) {
    std::memcpy(rows + static_cast<std::int64_t>(i) * size, source + begin + starts[i],
                static_cast<std::size_t>(size));
  }
}

// Yaw (n,) of those with `ids` (n,) that turn from the `last` yaw of their ids by at most `most`
// (n,) towards `yaw` (n,), where their ids were `seen` in the step `before`; else `yaw` itself.
// Then they were shown with it `then` (n,), too.
SIM_INTERFACE void sim_limited_yaw(int n, const std::int64_t* ids, const std::int64_t* seen,
                                   std::int64_t before, const double* last, const double* yaw,
                                   const double* most, double* shown, double* then) {
  for (int i = 0; i < n; ++i) {
    const std::int64_t id = ids[i];
    if (seen[id] != before) {
      shown[i] = then[i] = yaw[i];
      continue;
    }
    then[i] = last[id];
    const double turn = wrapped(yaw[i] - last[id]);
    shown[i] = wrapped(last[id] + std::min(std::max(turn, -most[i]), most[i]));
  }
}

// Compute the centres (n, 2) to show of objects that SUMO has at `centre` (n, 2) with yaw and speed
// (n,). `now` (2, n) are cosines and sines of their yaws, `then` (2, n) those of their last yaws.
// In a step of `step` s a centre is at most `slack` m/s faster than the larger of its two speeds.
// Stores the result as the last shown state.
SIM_INTERFACE void sim_limited_centres(int n, const std::int64_t* ids, std::int64_t before,
                                       double step, double slack, const double* centre,
                                       const double* yaw, const double* speed, const double* now,
                                       const double* then, std::int64_t* seen, double* last_yaw,
                                       double* last_centre, double* last_speed, double* shown) {
  for (int i = 0; i < n; ++i) {
    const std::int64_t id = ids[i];
    double* const at = last_centre + 2 * id;
    double* const place = shown + 2 * i;
    std::copy_n(centre + 2 * i, 2, place);
    if (seen[id] == before) {
      double slope[2], drag[2], move[2];
      for (int axis = 0; axis < 2; ++axis) {
        const double velocity =
            0.5 * (speed[i] * now[axis * n + i] + last_speed[id] * then[axis * n + i]);
        move[axis] = place[axis] - at[axis];
        slope[axis] = 1.5 / step * move[axis];
        drag[axis] = 0.5 * velocity;
      }
      const double share = share_of(slope, drag, std::max(speed[i], last_speed[id]) + slack);
      for (int axis = 0; axis < 2; ++axis) place[axis] = at[axis] + move[axis] * share;
    }
    seen[id] = before + 1;
    last_yaw[id] = yaw[i];
    std::copy_n(place, 2, at);
    last_speed[id] = speed[i];
  }
}

// Return whether a shown centre (n, 2) or yaw (n,) deviates from SUMO's by more than `aside` or
// `turned`.
SIM_INTERFACE int sim_anybody_late(int n, const double* shown, const double* yaw,
                                   const double* sumo, const double* sumo_yaw, double aside,
                                   double turned) {
  for (int i = 0; i < 2 * n; ++i) {
    if (std::abs(shown[i] - sumo[i]) > aside) return 1;
  }
  for (int i = 0; i < n; ++i) {
    if (std::abs(yaw[i] - sumo_yaw[i]) > turned) return 1;
  }
  return 0;
}
