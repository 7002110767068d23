// Messages of a road full of moving vehicles, serialized as they come from the network.
#pragma once

#include <cstdint>
#include <vector>

#include <sim/TrafficStates.h>
#include <sim/TrafficTypes.h>

namespace sim {

constexpr double SUMO_STEP = 0.1;

// Vehicles 0..count-1 at a time, all driving and turning, none standing.
TrafficStates road_state(std::size_t count, double time);
TrafficTypes road_types();

std::vector<std::uint8_t> serialized(const TrafficStates& message);
TrafficStates deserialized(const std::vector<std::uint8_t>& bytes);

}  // namespace sim
