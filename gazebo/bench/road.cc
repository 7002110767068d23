#include "bench/road.h"

#include <cmath>

#include <ros/serialization.h>

namespace sim {

TrafficStates road_state(std::size_t count, double time) {
  TrafficStates state;
  state.header.stamp = ros::Time(time);
  state.step = SUMO_STEP;
  for (std::size_t k = 0; k < count; ++k) {
    const double speed = 5.0 + static_cast<double>(k % 17),
                 yaw = 0.1 * std::sin(0.5 * time + static_cast<double>(k));
    state.id.push_back(static_cast<std::uint32_t>(k));
    state.type.push_back(0);
    state.x.push_back(12.0 * static_cast<double>(k % 250) + speed * time);
    const auto row = k / 250;
    state.y.push_back(10.0 * static_cast<double>(row) + yaw);
    state.z.push_back(0.001 * static_cast<double>(k % 5));
    state.yaw.push_back(static_cast<float>(yaw));
    state.pitch.push_back(k % 2 ? 0.01f : 0.0f);
    state.roll.push_back(0.0f);
    state.speed.push_back(static_cast<float>(speed));
    state.acceleration.push_back(0.0f);
    state.yaw_rate.push_back(0.0f);
    state.signals.push_back(0);
  }
  return state;
}

TrafficTypes road_types() {
  TrafficTypes types;
  types.type = {0};
  types.name = {"car"};
  types.model = {"car"};
  types.length = {4.6f};
  types.width = {1.8f};
  types.height = {1.5f};
  types.peak = {0};
  return types;
}

std::vector<std::uint8_t> serialized(const TrafficStates& message) {
  std::vector<std::uint8_t> bytes(ros::serialization::serializationLength(message));
  ros::serialization::OStream stream(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
  ros::serialization::serialize(stream, message);
  return bytes;
}

TrafficStates deserialized(const std::vector<std::uint8_t>& bytes) {
  TrafficStates message;
  ros::serialization::IStream stream(const_cast<std::uint8_t*>(bytes.data()),
                                     static_cast<std::uint32_t>(bytes.size()));
  ros::serialization::deserialize(stream, message);
  return message;
}

}  // namespace sim
