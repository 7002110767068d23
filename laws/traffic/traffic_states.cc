// Reads a message of /traffic/states (msg/TrafficStates.msg) as it travels, for
// src/sim/ros/states_text.py.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "laws/interface.h"

namespace {

// The unread rest of a message, little-endian as in ROS; `good` becomes false when it is too short
// or an array has another length than `count`.
struct ArrayReader {
  const std::uint8_t* text;
  std::int64_t left;
  std::uint32_t count;
  bool good = true;

  void copy(void* to, std::int64_t size) {
    good = good && size <= left;
    if (!good) return;
    std::memcpy(to, text, static_cast<std::size_t>(size));
    text += size;
    left -= size;
  }

  // The elements of an array, one behind the other.
  template <typename Element>
  void array(Element* to) {
    std::uint32_t length = 0;
    copy(&length, sizeof length);
    good = good && length == count;
    copy(to, static_cast<std::int64_t>(sizeof(Element)) * count);
  }

  // The same, each `stride` doubles behind the one before; whether all are finite.
  template <typename Element>
  bool numbers(double* to, int stride) {
    std::uint32_t length = 0;
    copy(&length, sizeof length);
    good = good && length == count && static_cast<std::int64_t>(sizeof(Element)) * count <= left;
    if (!good) return false;
    bool finite = true;
    for (std::uint32_t i = 0; i < count; ++i) {
      Element element;
      std::memcpy(&element, text + sizeof element * i, sizeof element);
      to[static_cast<std::int64_t>(stride) * i] = element;
      finite = finite && std::isfinite(element);
    }
    text += sizeof(Element) * count;
    left -= static_cast<std::int64_t>(sizeof(Element)) * count;
    return finite;
  }
};

}  // namespace

// Of a text of `size` bytes, from `begin` behind the step on: positions (count, 3), yaw, pitch,
// roll, speed, acceleration and yaw rate (6, count), ids, signals and types (count,). 0 where
// anything is not as it must be: arrays of `count` elements, ids that ascend, finite poses and
// speeds.
SIM_INTERFACE int sim_traffic_states(const std::uint8_t* text, std::int64_t begin,
                                     std::int64_t size, int count, double* positions,
                                     double* others, std::uint32_t* ids, std::uint32_t* signals,
                                     std::uint16_t* types) {
  ArrayReader reader{text + begin, size - begin, static_cast<std::uint32_t>(count)};
  reader.array(ids);
  reader.array(types);
  bool finite = true;
  for (int axis = 0; axis < 3; ++axis)
    finite = reader.numbers<double>(positions + axis, 3) && finite;
  for (int field = 0; field < 6; ++field) {
    const bool all = reader.numbers<float>(others + static_cast<std::int64_t>(field) * count, 1);
    finite = finite && (all || field > 3);
  }
  reader.array(signals);
  for (int i = 1; reader.good && i < count; ++i) reader.good = ids[i - 1] < ids[i];
  return reader.good && finite;
}
