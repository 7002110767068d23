#include "traffic/vehicle_lamps.h"

#include <string>

#include <gazebo/physics/Model.hh>

#include "laws/traffic/lamp_law.h"

namespace sim {

using ignition::math::Color;

namespace {

unsigned kind_of(const std::string& visual) {
  const auto begins = [&](const char* with) { return visual.rfind(with, 0) == 0; };
  if (begins("brake_")) return kBrake;
  if (begins("blinker_left")) return kBlinkerLeft;
  if (begins("blinker_right")) return kBlinkerRight;
  return begins("blue_") ? kBlue : 0u;
}

Color light_of(unsigned kind) {
  if (kind == kBrake) return Color(1.0f, 0.06f, 0.03f);
  return kind == kBlue ? Color(0.15f, 0.35f, 1.0f) : Color(1.0f, 0.55f, 0.0f);
}

}  // namespace

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
      if (const unsigned kind = kind_of(name))
        lamps.all.push_back({kind, LampVisual(link, visual, light_of(kind))});
    });
  }
  return entry->second;
}

}  // namespace sim
