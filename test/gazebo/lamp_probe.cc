// Prints which lamps shine, for test_lamps_cc.py: lines "head LETTER TIME" or "vehicle SIGNALS
// TIME" on stdin.
#include <cstdint>
#include <iostream>
#include <string>

#include "laws/traffic/lamp_law.h"

int main() {
  std::string kind;
  while (std::cin >> kind) {
    char letter = 0;
    std::uint32_t signals = 0;
    double time = 0.0;
    if (kind == "head") {
      std::cin >> letter >> time;
      std::cout << sim::lit_head(letter, time) << "\n";
    } else {
      std::cin >> signals >> time;
      std::cout << sim::lit_vehicle(signals, time) << "\n";
    }
  }
}
