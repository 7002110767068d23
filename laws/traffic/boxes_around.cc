// Surroundings of a box, for src/sim/traffic/ego/nearby.py and
// src/sim/traffic/roads/only_polygon.py. Clear cases are decided here; cases within the rounding
// error are left to Python.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "laws/interface.h"

namespace {

// Margin in m by which everything is enlarged, far above the rounding error.
constexpr double EDGE = 1e-6;

// An oriented box on the ground.
struct Box {
  double x, y, cos, sin, half_length, half_width;

  // A point in the frame of the box.
  void inside(double right, double up, double* along, double* across) const {
    *along = (right - x) * cos + (up - y) * sin;
    *across = (up - y) * cos - (right - x) * sin;
  }
};

// Cut [first, last] of a motion from `begin` by `move` to the part within `half` of 0; return
// whether a part is left.
bool cut(double begin, double move, double half, double* first, double* last) {
  if (move == 0.0) return std::abs(begin) <= half;
  const double one = (-half - begin) / move, other = (half - begin) / move;
  *first = std::max(*first, std::min(one, other));
  *last = std::min(*last, std::max(one, other));
  return *first <= *last;
}

// Return whether the segment between two points crosses the box.
bool crosses(const Box& box, const double* begin, const double* end) {
  double along, across, further, aside, first = 0.0, last = 1.0;
  box.inside(begin[0], begin[1], &along, &across);
  box.inside(end[0], end[1], &further, &aside);
  return cut(along, further - along, box.half_length + EDGE, &first, &last) &&
         cut(across, aside - across, box.half_width + EDGE, &first, &last);
}

enum class Where { OUTSIDE, INSIDE, ON_BORDER };

// Return whether a box is inside, outside or on the border of a closed ring of points (count, 2);
// the last point repeats the first.
Where where(const Box& box, const double* ring, std::int64_t count) {
  bool inside = false;
  for (std::int64_t i = 0; i + 1 < count; ++i) {
    const double *const here = ring + 2 * i, *const next = here + 2;
    if (crosses(box, here, next)) return Where::ON_BORDER;
    if ((here[1] > box.y) != (next[1] > box.y) &&
        box.x < here[0] + (box.y - here[1]) / (next[1] - here[1]) * (next[0] - here[0]))
      inside = !inside;
  }
  return inside ? Where::INSIDE : Where::OUTSIDE;
}

}  // namespace

// Return the row of the only polygon that contains a box; -1 if the box touches a border or lies in
// several polygons or in none. Polygons are rings of points with their ends (count,) and their
// `bounds` (count, 4): smallest x, y, largest x, y.
SIM_INTERFACE int sim_only_polygon(int count, const double* points, const std::int64_t* ends,
                                   const double* bounds, const double* box) {
  const Box own{box[0], box[1], box[2], box[3], box[4], box[5]};
  const double right =
      own.half_length * std::abs(own.cos) + own.half_width * std::abs(own.sin) + EDGE;
  const double up = own.half_length * std::abs(own.sin) + own.half_width * std::abs(own.cos) + EDGE;
  int found = -1;
  for (int i = 0; i < count; ++i) {
    const double* const bound = bounds + 4 * static_cast<std::int64_t>(i);
    if (bound[0] > own.x + right || bound[2] < own.x - right || bound[1] > own.y + up ||
        bound[3] < own.y - up)
      continue;
    const std::int64_t begin = i ? ends[i - 1] : 0;
    const Where place = where(own, points + 2 * begin, ends[i] - begin);
    if (place == Where::OUTSIDE) continue;
    if (place == Where::ON_BORDER || found >= 0) return -1;
    found = i;
  }
  return found;
}

// Write the rows `near` (count,) of the boxes whose centres are less than `sight` from that of one
// box along both axes; return their number. Positions are `stride` numbers apart. The first `close`
// (1,) entries of `touching` (count,) are indices into `near` of boxes that may overlap it: the
// circles around both overlap, and they reach into the strip along its heading.
SIM_INTERFACE int sim_boxes_around(int count, const double* positions, int stride,
                                   const double* yaws, const double* lengths, const double* widths,
                                   const double* box, double sight, std::int64_t* near,
                                   std::int64_t* touching, int* close) {
  const Box own{box[0], box[1], box[2], box[3], box[4], box[5]};
  const double radius = std::hypot(own.half_length, own.half_width) + EDGE;
  int found = 0;
  *close = 0;
  for (int i = 0; i < count; ++i) {
    const double* const at = positions + static_cast<std::int64_t>(stride) * i;
    const double apart = std::max(std::abs(at[0] - own.x), std::abs(at[1] - own.y));
    if (!(apart < sight)) continue;
    near[found] = i;
    const double length = lengths[i], width = widths[i];
    if (apart < radius + 0.5 * std::sqrt(length * length + width * width)) {
      double along, across;
      own.inside(at[0], at[1], &along, &across);
      const double cos = std::cos(yaws[i]) * own.cos + std::sin(yaws[i]) * own.sin;
      const double sin = std::sin(yaws[i]) * own.cos - std::cos(yaws[i]) * own.sin;
      const double reach = 0.5 * (length * std::abs(sin) + width * std::abs(cos));
      if (std::abs(across) < reach + own.half_width + EDGE) touching[(*close)++] = found;
    }
    ++found;
  }
  return found;
}
