// Locates the values of objects in SUMO's answers, for src/sim/traffic/decoder.py. Source: TraCI
// protocol, "Object Context Subscription".
#include <cstdint>

#include "laws/interface.h"
#include "laws/traffic/traci_reader.h"

using sim::traci::OK_STATUS;
using sim::traci::Reader;
using sim::traci::STRING_TYPE;

namespace {

bool read_string(Reader* reader, std::int64_t* begin, std::int64_t* end) {
  const std::int64_t length = reader->number();
  *begin = reader->at;
  reader->take(length);
  *end = reader->at;
  return reader->good;
}

}  // namespace

// Locate `count` objects from `position` on in an answer of `size` bytes. An object is a name,
// `record` bytes of values of fixed sizes, and a text of each of the variables `ids` (texts,).
// Writes into `bounds` (3 + 2 texts, count) the begin and end of names, the begin of values, and
// the begin and end of each text. Returns the number of objects read: all, or those before the
// first malformed one; `wrong` is then the number of its malformed text, or -1 if the answer ends
// within the object.
SIM_INTERFACE int sim_traci_objects(int count, int record, int texts, const std::uint8_t* ids,
                                    const std::uint8_t* answer, std::int64_t position,
                                    std::int64_t size, std::int64_t* bounds, int* wrong) {
  Reader reader{answer, position, size};
  const std::int64_t row = count;
  *wrong = -1;
  for (int i = 0; i < count; ++i) {
    if (!read_string(&reader, bounds + i, bounds + row + i)) return i;
    bounds[2 * row + i] = reader.at;
    if (!reader.take(record)) return i;
    for (int text = 0; text < texts; ++text) {
      std::int64_t* const place = bounds + (3 + 2 * text) * row + i;
      if (!reader.is(ids[text]) || !reader.is(OK_STATUS) || !reader.is(STRING_TYPE)) {
        if (reader.good) *wrong = text;
        return i;
      }
      if (!read_string(&reader, place, place + row)) return i;
    }
  }
  return count;
}
