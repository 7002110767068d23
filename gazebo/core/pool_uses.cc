#include "core/pool_uses.h"

namespace sim {

ShownVehicles& ShownVehicles::instance() {
  // Never destroyed, as the Simulator.
  static ShownVehicles* vehicles = new ShownVehicles;
  return *vehicles;
}

}  // namespace sim
