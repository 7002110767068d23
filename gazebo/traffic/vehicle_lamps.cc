#include "traffic/vehicle_lamps.h"

#include <string>

#include <gazebo/physics/Model.hh>

namespace sim {

void VehicleLamps::show(const PoolModel& model, std::uint32_t signals, double time, bool again,
                        VisualPublisher& publisher) {
  Lamps& lamps = lamps_of(model);
  const unsigned lit = lit_vehicle(signals, time);
  if (lit == lamps.lit && !again) return;
  for (Lamp& lamp : lamps.all) {
    if (again || (lit ^ lamps.lit) & lamp.kind) publisher.publish(lamp.visual.set(lit & lamp.kind));
  }
  lamps.lit = lit;
}

VehicleLamps::Lamps& VehicleLamps::lamps_of(const PoolModel& model) {
  const auto [entry, fresh] = models_.try_emplace(&model);
  if (fresh) {
    for_each_visual(*model.model, [&lamps = entry->second](const std::string& name,
                                                           const auto& link, const auto& visual) {
      for (const VehicleLampKind& lamp : VEHICLE_LAMPS) {
        if (name.rfind(lamp.visual, 0) == 0)
          lamps.all.push_back({lamp.bit, LampVisual(link, visual, lamp.color)});
      }
    });
  }
  return entry->second;
}

}  // namespace sim
