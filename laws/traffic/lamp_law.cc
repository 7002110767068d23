#include "laws/traffic/lamp_law.h"

#include <cmath>
#include <sstream>

namespace sim {
namespace {

// First on, then off, `rate` times a second. Times are sums of steps.
bool blinks(double time, double rate) {
  const double turn = time * rate + 1e-6;
  return turn - std::floor(turn) < 0.5;
}

bool contains(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

// The array of letters, each as a text.
std::string array_of(std::string_view letters) {
  std::string text;
  for (const char letter : letters)
    text += std::string(text.empty() ? "" : ",") + '"' + letter + '"';
  return "[" + text + "]";
}

// Write the common keys of the kinds of lamps, as a JSON object that is still open.
template <class Kind>
void begin_lamp(std::ostream& text, const Kind& lamp, std::string_view name) {
  text << R"({"name":")" << name << R"(","bit":)" << lamp.bit << R"(,"color":[)" << lamp.color[0]
       << "," << lamp.color[1] << "," << lamp.color[2] << "]";
}

}  // namespace

unsigned lit_head(char letter, double time) {
  unsigned lit = 0;
  for (const HeadLampKind& lamp : HEAD_LAMPS) {
    if (contains(lamp.steady, letter) ||
        (contains(lamp.blinking, letter) && blinks(time, AMBER_RATE)))
      lit |= lamp.bit;
  }
  return lit;
}

unsigned lit_vehicle(std::uint32_t signals, double time) {
  unsigned lit = 0;
  for (const VehicleLampKind& lamp : VEHICLE_LAMPS) {
    if (signals & lamp.signals && (lamp.rate == 0.0 || blinks(time, lamp.rate))) lit |= lamp.bit;
  }
  return lit;
}

std::string lamp_tables() {
  std::ostringstream text;
  text << R"({"amber_rate":)" << AMBER_RATE << R"(,"heads":)";
  std::string_view before = "[\n";
  for (const HeadLampKind& lamp : HEAD_LAMPS) {
    text << before;
    begin_lamp(text, lamp, lamp.name);
    text << R"(,"steady":)" << array_of(lamp.steady) << R"(,"blinking":)" << array_of(lamp.blinking)
         << "}";
    before = ",\n";
  }
  text << "\n],\"vehicles\":";
  before = "[\n";
  for (const VehicleLampKind& lamp : VEHICLE_LAMPS) {
    text << before;
    begin_lamp(text, lamp, lamp.visual);
    text << R"(,"signals":)" << lamp.signals << R"(,"rate":)" << lamp.rate << "}";
    before = ",\n";
  }
  text << "\n]}\n";
  return text.str();
}

}  // namespace sim
