// Reads SUMO's messages (TraCI protocol, "Messages"), which are big-endian.
#pragma once

#include <cstdint>

namespace sim::traci {

// The status of a command that was carried out, and types of values.
constexpr std::uint8_t OK_STATUS = 0x00;
constexpr std::uint8_t DOUBLE_TYPE = 0x0b;
constexpr std::uint8_t STRING_TYPE = 0x0c;
constexpr std::uint8_t COMPOUND_TYPE = 0x0f;

inline std::uint32_t big_endian(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
         static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

// The unread rest of an answer; `good` becomes false when the answer is shorter than its lengths
// announce.
struct Reader {
  const std::uint8_t* text;
  std::int64_t at, size;
  bool good = true;

  const std::uint8_t* take(std::int64_t length) {
    good = good && length >= 0 && length <= size - at;
    if (!good) return nullptr;
    const std::uint8_t* const found = text + at;
    at += length;
    return found;
  }

  std::int64_t number() {
    const std::uint8_t* const bytes = take(4);
    return bytes ? big_endian(bytes) : 0;
  }

  bool is(std::uint8_t wanted) {
    const std::uint8_t* const byte = take(1);
    return byte && *byte == wanted;
  }

  // Return the end of the command that begins here; a length of 0 announces a longer length after
  // it.
  std::int64_t end() {
    const std::int64_t begin = at;
    const std::uint8_t* const byte = take(1);
    if (!byte) return begin;
    return begin + (*byte ? *byte : number());
  }
};

}  // namespace sim::traci
