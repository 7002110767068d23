#include "laws/traffic/lamp_law.h"

#include <cmath>

namespace sim {
namespace {

constexpr double kAmberRate = 1.0;    // Hz
constexpr double kBlinkerRate = 1.5;  // Hz
constexpr double kBlueRate = 3.0;     // Hz
constexpr std::uint32_t kRightSignal = 1;
constexpr std::uint32_t kLeftSignal = 2;
constexpr std::uint32_t kHazardSignal = 4;
constexpr std::uint32_t kBrakeSignal = 8;
constexpr std::uint32_t kBlueSignal = 2048;

// First on, then off, `rate` times a second. Times are sums of steps.
bool blinks(double time, double rate) {
  const double turn = time * rate + 1e-6;
  return turn - std::floor(turn) < 0.5;
}

}  // namespace

unsigned lit_head(char letter, double time) {
  switch (letter) {
    case 'r':
      return kRed;
    case 'y':
      return kYellow;
    case 'u':
      return kRed | kYellow;
    case 'g':
    case 'G':
      return kGreen;
    case 'o':
      return blinks(time, kAmberRate) ? kYellow : 0u;
    default:
      return 0u;
  }
}

unsigned lit_vehicle(std::uint32_t signals, double time) {
  unsigned lit = signals & kBrakeSignal ? kBrake : 0u;
  if (signals & (kRightSignal | kLeftSignal | kHazardSignal) && blinks(time, kBlinkerRate)) {
    if (signals & (kLeftSignal | kHazardSignal)) lit |= kBlinkerLeft;
    if (signals & (kRightSignal | kHazardSignal)) lit |= kBlinkerRight;
  }
  if (signals & kBlueSignal && blinks(time, kBlueRate)) lit |= kBlue;
  return lit;
}

}  // namespace sim
