// An interval of values; infinite without limits.
#pragma once

#include <algorithm>
#include <limits>

namespace sim::control {

struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();

  double kept(double value) const { return value < least ? least : value > most ? most : value; }
  // The interval of values that are in this one once `offset` is added to them.
  Range without(double offset) const { return {least - offset, most - offset}; }
  // The part of it within plus and minus a limit.
  Range within(double limit) const { return {std::max(least, -limit), std::min(most, limit)}; }
};

}  // namespace sim::control
