#include "laws/traffic/lamp_law.h"

#include <cmath>

namespace sim {
namespace {

constexpr double kAmberRate = 1.0, kBlinkerRate = 1.5, kBlueRate = 3.0;
constexpr std::uint32_t kRight = 1, kLeft = 2, kHazard = 4, kBraking = 8, kEmergencyBlue = 2048;

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
  unsigned lit = signals & kBraking ? kBrake : 0u;
  if (signals & (kRight | kLeft | kHazard) && blinks(time, kBlinkerRate)) {
    if (signals & (kLeft | kHazard)) lit |= kBlinkerLeft;
    if (signals & (kRight | kHazard)) lit |= kBlinkerRight;
  }
  if (signals & kEmergencyBlue && blinks(time, kBlueRate)) lit |= kBlue;
  return lit;
}

}  // namespace sim
