// Brake lamps, blinkers and blue lights of the models of the pools: visuals brake_*, blinker_left*,
// blinker_right*, blue_*.
//
// In the physics thread, with the world locked; only while the world is rendered.
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
  // Show a vehicle's signals at a time on its model; `again` also sends unchanged lamps.
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
