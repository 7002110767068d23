// Where a function that rises is 0.
#pragma once

#include <algorithm>
#include <cmath>

namespace sim::vehicle {

// Numbers that enclose a root; what lies beyond them is not asked for.
struct Bracket {
  double below, above;
};

// A root near `guess` of `f`, which rises by `least` or more, and by about `slope` there: secants,
// within what is known to enclose it, to `precision` or `calls`. Leaves the slope at the root for
// the next time.
template <class Function>
double root(const Function& f, double guess, Bracket bracket, double least, double precision,
            int calls, double* slope) {
  *slope = std::max(*slope, least);
  double at = guess, value = f(at);
  for (int call = 1; call < calls && std::abs(value) > precision * *slope; ++call) {
    (value < 0.0 ? bracket.below : bracket.above) = at;
    double next = at - value / *slope;
    if (!(bracket.below < next && next < bracket.above))
      next = 0.5 * (bracket.below + bracket.above);
    const double step = next - at, before = value;
    at = next;
    value = f(at);
    *slope = std::max((value - before) / step, least);
  }
  return at;
}

}  // namespace sim::vehicle
