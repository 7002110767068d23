// Which lamps shine: of a traffic light's head by SUMO's letter, of a vehicle by SUMO's signal
// bits. Lamps blink in simulation time, s. sim.traffic.lamps binds it.
#pragma once

#include <cstdint>

namespace sim {

enum HeadLamp : unsigned { kRed = 1, kYellow = 2, kGreen = 4 };
enum VehicleLamp : unsigned { kBrake = 1, kBlinkerLeft = 2, kBlinkerRight = 4, kBlue = 8 };

// Sum of HeadLamps.
unsigned lit_head(char letter, double time);
// Sum of VehicleLamps.
unsigned lit_vehicle(std::uint32_t signals, double time);

}  // namespace sim
