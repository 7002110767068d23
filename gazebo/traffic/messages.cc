#include "traffic/messages.h"

#include <cmath>
#include <stdexcept>

namespace sim {
namespace {

void check_sizes(const char* message, std::size_t count, std::initializer_list<std::size_t> sizes) {
  for (std::size_t size : sizes) {
    if (size != count) {
      throw std::runtime_error(std::string(message) + ": an array has " + std::to_string(size) +
                               " elements, and another " + std::to_string(count) +
                               "; all must be of one length");
    }
  }
}

}  // namespace

TrafficStatePtr state_from_message(const TrafficStates& message) {
  const std::size_t count = message.id.size();
  check_sizes("/traffic/states", count,
              {message.type.size(), message.x.size(), message.y.size(), message.z.size(),
               message.yaw.size(), message.pitch.size(), message.roll.size(), message.speed.size(),
               message.acceleration.size(), message.yaw_rate.size(), message.signals.size()});
  if (!(message.step > 0.0))
    throw std::runtime_error("/traffic/states: step is " + std::to_string(message.step) +
                             " s, not above 0");
  auto state = std::make_shared<TrafficState>();
  state->resize(count);
  state->time = message.header.stamp.toSec();
  state->step = message.step;
  state->id = message.id;
  state->type = message.type;
  state->signals = message.signals;
  state->position = {message.x, message.y, message.z};
  for (std::size_t row = 0; row < count; ++row) {
    state->yaw[row] = message.yaw[row];
    state->pitch[row] = message.pitch[row];
    state->roll[row] = message.roll[row];
    state->set_speed(row, message.speed[row]);
    const double sum = message.x[row] + message.y[row] + message.z[row] + message.yaw[row] +
                       message.pitch[row] + message.roll[row] + message.speed[row];
    if (!std::isfinite(sum))
      throw std::runtime_error("/traffic/states: vehicle " + std::to_string(message.id[row]) +
                               " is nowhere (not a number)");
  }
  state->sort();
  return state;
}

Traffic::Types types_from_message(const TrafficTypes& message) {
  const std::size_t count = message.type.size();
  check_sizes("/traffic/types", count,
              {message.name.size(), message.model.size(), message.length.size(),
               message.width.size(), message.height.size()});
  Traffic::Types types;
  for (std::size_t row = 0; row < count; ++row) {
    for (float size : {message.length[row], message.width[row], message.height[row]}) {
      if (size > 0.0f && size < 1000.0f) continue;
      throw std::runtime_error("/traffic/types: type " + message.name[row] + " is " +
                               std::to_string(size) +
                               " m long, wide or high; sizes must be above 0");
    }
    types[message.type[row]] = {message.name[row],
                                message.model[row],
                                {message.length[row], message.width[row], message.height[row]}};
  }
  return types;
}

LightStates lights_from_message(const TrafficLights& message) {
  const std::size_t count = message.light.size();
  check_sizes("/traffic/lights", count, {message.link.size(), message.state.size()});
  LightStates states;
  states.time = message.header.stamp.toSec();
  for (std::size_t row = 0; row < count; ++row) {
    const std::string& letter = message.state[row];
    states.letters.emplace_back(message.light[row] + "/" + std::to_string(message.link[row]),
                                letter.empty() ? 'O' : letter[0]);
  }
  return states;
}

}  // namespace sim
