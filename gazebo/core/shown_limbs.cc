#include "core/shown_limbs.h"

namespace sim {

ShownLimbs& ShownLimbs::instance() {
  // Never destroyed, as the Simulator.
  static ShownLimbs* limbs = new ShownLimbs;
  return *limbs;
}

}  // namespace sim
