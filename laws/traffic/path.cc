// Polylines by their arc length (src/sim/traffic/roads/path.py), for any number of points or arc
// lengths at once. Operations stand in numpy's order, so that results are its own to the last bit.
#include <algorithm>
#include <cmath>

#include "laws/interface.h"

namespace {

struct Segments {
  int count;
  const double* points;  // (count + 1, 3)
  const double* moves;   // (count, 2)
  const double* steps;   // (count,)
};

struct Nearest {
  int segment;
  double along, gap_x, gap_y;
};

Nearest on_segment(const Segments& path, int segment, double x, double y) {
  const double* const start = path.points + 3 * segment;
  const double* const move = path.moves + 2 * segment;
  const double right = x - start[0], up = y - start[1];
  const double step = path.steps[segment];
  double along = (right * move[0] + up * move[1]) / (step * step);
  if (along < 0.0) along = 0.0;
  if (along > 1.0) along = 1.0;
  return {segment, along, right - along * move[0], up - along * move[1]};
}

Nearest nearest(const Segments& path, double x, double y) {
  Nearest best = on_segment(path, 0, x, y);
  double least = best.gap_x * best.gap_x + best.gap_y * best.gap_y;
  for (int segment = 1; segment < path.count; ++segment) {
    const Nearest here = on_segment(path, segment, x, y);
    const double square = here.gap_x * here.gap_x + here.gap_y * here.gap_y;
    if (square < least) {
      best = here;
      least = square;
    }
  }
  return best;
}

// Interpolate values (count, stride) at ascending places (count,) linearly at `at`; beyond the ends
// the outer values hold, as in numpy.interp.
double interpolated(double at, int count, const double* places, const double* values, int stride) {
  if (std::isnan(at)) return at;
  const int before = static_cast<int>(std::upper_bound(places, places + count, at) - places) - 1;
  if (before < 0) return values[0];
  const double* const value = values + stride * before;
  if (before == count - 1 || places[before] == at) return value[0];
  const double slope = (value[stride] - value[0]) / (places[before + 1] - places[before]);
  return slope * (at - places[before]) + value[0];
}

}  // namespace

// Arc lengths (n,) of the points of a path of `count` segments that are nearest to x, y (n,), and
// the signed distances (n,) from it; `starts` (count + 1,) are the arc lengths of its points.
SIM_INTERFACE void sim_path_project(int count, const double* points, const double* moves,
                                    const double* steps, const double* starts, int n,
                                    const double* x, const double* y, double* arc_lengths,
                                    double* lateral) {
  const Segments path{count, points, moves, steps};
  for (int i = 0; i < n; ++i) {
    const Nearest best = nearest(path, x[i], y[i]);
    const double* const move = moves + 2 * best.segment;
    const double side = move[0] * best.gap_y - move[1] * best.gap_x;
    lateral[i] = (side < 0.0 ? -1.0 : 1.0) * std::hypot(best.gap_x, best.gap_y);
    arc_lengths[i] = starts[best.segment] + best.along * steps[best.segment];
  }
}

// x, y, z, heading and curvature (5, n) at arc lengths s (n,): the headings (count,) hold in the
// middles (count,) of the segments, the curvatures `rates` (count + 1,) between these.
SIM_INTERFACE void sim_path_at(int count, const double* points, const double* starts,
                               const double* headings, const double* middles, const double* rates,
                               int n, const double* s, double* found) {
  for (int i = 0; i < n; ++i) {
    double at = s[i];
    if (at < 0.0) at = 0.0;
    if (at > starts[count]) at = starts[count];
    for (int axis = 0; axis < 3; ++axis)
      found[axis * n + i] = interpolated(at, count + 1, starts, points + axis, 3);
    found[3 * n + i] = interpolated(at, count, middles, headings, 1);
    const double* const behind =
        std::isnan(at) ? middles + count : std::upper_bound(middles, middles + count, at);
    found[4 * n + i] = rates[behind - middles];
  }
}
