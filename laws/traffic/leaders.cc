// SUMO's answers about leaders, one behind the other, for src/sim/traffic/hooks/leaders.py. Source:
// TraCI protocol, "Messages" and "Vehicle Value Retrieval": a status, then a response with the
// vehicle's name and a compound of the leader's name and a distance.
#include <cstdint>
#include <cstring>

#include "laws/interface.h"
#include "laws/traffic/traci_reader.h"

using sim::traci::big_endian;
using sim::traci::COMPOUND_TYPE;
using sim::traci::DOUBLE_TYPE;
using sim::traci::OK_STATUS;
using sim::traci::Reader;
using sim::traci::STRING_TYPE;

namespace {

// Read one answer; return false if it is malformed.
bool read(Reader* reader, std::int64_t* begin, std::int64_t* end, double* distance) {
  const std::int64_t after = reader->end();
  if (!reader->take(1) || !reader->is(OK_STATUS)) return false;
  reader->take(after - reader->at);
  reader->end();
  reader->take(2);
  reader->take(reader->number());
  if (!reader->is(COMPOUND_TYPE) || reader->number() != 2 || !reader->is(STRING_TYPE)) return false;
  const std::int64_t length = reader->number();
  *begin = reader->at;
  reader->take(length);
  *end = reader->at;
  if (!reader->is(DOUBLE_TYPE)) return false;
  const std::uint8_t* const bytes = reader->take(8);
  if (!bytes) return false;
  const std::uint64_t bits =
      static_cast<std::uint64_t>(big_endian(bytes)) << 32 | big_endian(bytes + 4);
  std::memcpy(distance, &bits, sizeof bits);
  return true;
}

}  // namespace

// Locate the leaders of `count` vehicles in a reply of `size` bytes: begins and ends of their names
// and the distances to them, (count,) each. Returns the number of answers read: all, or those
// before the first malformed one.
SIM_INTERFACE int sim_leaders(int count, const std::uint8_t* reply, std::int64_t size,
                              std::int64_t* begins, std::int64_t* ends, double* distances) {
  Reader reader{reply, 0, size};
  for (int i = 0; i < count; ++i)
    if (!read(&reader, begins + i, ends + i, distances + i)) return i;
  return count;
}
