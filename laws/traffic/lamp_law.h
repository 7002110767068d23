// Lit lamps and their colours: of a traffic light's head by SUMO's letter, of a vehicle by SUMO's
// signal bits. Lamps blink in simulation time, s. sim.traffic.lamps binds the tables, also for the
// monitor's page.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sim {

enum HeadLamp : unsigned { RED = 1, YELLOW = 2, GREEN = 4 };
enum VehicleLamp : unsigned {
  BRAKE_BIT = 1,
  BLINKER_LEFT_BIT = 2,
  BLINKER_RIGHT_BIT = 4,
  BLUE_BIT = 8
};

// While a lamp shines: sRGB, 0 to 1.
using LampColor = std::array<double, 3>;

// By SUMO's letters for which a lamp shines, and for which it blinks at AMBER_RATE.
struct HeadLampKind {
  std::string_view name;
  HeadLamp bit;
  LampColor color;
  std::string_view steady, blinking;
};

// A lamp by the prefix of its visuals' names; each of its SUMO signals lights it, blinking `rate`
// times a second if that is not 0.
struct VehicleLampKind {
  std::string_view visual;
  LampColor color;
  double rate;
  std::uint32_t signals;
  VehicleLamp bit;
};

constexpr double AMBER_RATE = 1.0;    // Hz
constexpr double BLINKER_RATE = 1.5;  // Hz
constexpr double BLUE_RATE = 3.0;     // Hz
constexpr LampColor AMBER = {1.0, 0.55, 0.0};
// Bits of SUMO's vehicle signals.
constexpr std::uint32_t RIGHT_SIGNAL = 1;
constexpr std::uint32_t LEFT_SIGNAL = 2;
constexpr std::uint32_t HAZARD_SIGNAL = 4;
constexpr std::uint32_t BRAKE_SIGNAL = 8;
constexpr std::uint32_t BLUE_SIGNAL = 2048;

constexpr HeadLampKind HEAD_LAMPS[] = {{"red", RED, {1.0, 0.08, 0.05}, "ru", ""},
                                       {"yellow", YELLOW, {1.0, 0.72, 0.0}, "yu", "o"},
                                       {"green", GREEN, {0.05, 1.0, 0.35}, "gG", ""}};
constexpr VehicleLampKind VEHICLE_LAMPS[] = {
    {"brake_", {1.0, 0.06, 0.03}, 0.0, BRAKE_SIGNAL, BRAKE_BIT},
    {"blinker_left", AMBER, BLINKER_RATE, LEFT_SIGNAL | HAZARD_SIGNAL, BLINKER_LEFT_BIT},
    {"blinker_right", AMBER, BLINKER_RATE, RIGHT_SIGNAL | HAZARD_SIGNAL, BLINKER_RIGHT_BIT},
    {"blue_", {0.15, 0.35, 1.0}, BLUE_RATE, BLUE_SIGNAL, BLUE_BIT}};

// Sum of HeadLamps.
unsigned lit_head(char letter, double time);
// Sum of VehicleLamps.
unsigned lit_vehicle(std::uint32_t signals, double time);

// The tables as JSON: amber_rate, heads and vehicles with the fields above.
std::string lamp_tables();

}  // namespace sim
