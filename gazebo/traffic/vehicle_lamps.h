// Brake lamps, blinkers and blue lights of the models of the pools: visuals brake_*, blinker_left*,
// blinker_right*, blue_*.
//
// In the physics thread, with the world locked; only while somebody watches.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "traffic/lamp_visual.h"
#include "traffic/pool.h"
#include "traffic/visual_publisher.h"

namespace sim {

class VehicleLamps {
 public:
  // Shows a vehicle's signals at a time on its model; `again` also tells what has not changed.
  void show(const PoolModel& model, std::uint32_t signals, double time, bool again,
            VisualPublisher& publisher);

 private:
  struct Lamp {
    unsigned kind;
    LampVisual visual;
  };
  struct Lamps {
    unsigned lit = 0;
    std::vector<Lamp> all;
  };

  Lamps& lamps_of(const PoolModel& model);

  std::unordered_map<const PoolModel*, Lamps> models_;
};

}  // namespace sim
