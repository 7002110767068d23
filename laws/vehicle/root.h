// Root of an increasing function.
#pragma once

#include <algorithm>
#include <cmath>

namespace sim::vehicle {

// An interval that encloses a root; the function is not evaluated outside it.
struct Bracket {
  double below, above;
};

// Return a root near `guess` of `f`, which rises by `least` or more, and by about `slope` there.
// Method: secants within an enclosing bracket, to `precision` or `calls`. Stores the slope at the
// root for the next call.
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
