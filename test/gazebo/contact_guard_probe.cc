// Plays a script on stdin to a contact guard and prints what it says: what test_contact_guard_cc.py
// compares with Python's.
//
//   guard LIMIT LIFTING
//   step MOVING DT N, then per thing: NAME X Y Z     prints what is too strong or "-", and per
//   thing felt: NAME X Y Z
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>

#include "joints/law/contact_guard.h"

int main() {
  using namespace sim::joints;
  std::optional<ContactGuard> guard;
  std::string word;
  while (std::cin >> word) {
    if (word == "guard") {
      double limit = 0.0;
      bool lifting = false;
      std::cin >> limit >> lifting;
      guard.emplace(limit, lifting);
      continue;
    }
    bool moving = false;
    double dt = 0.0;
    std::size_t count = 0;
    std::cin >> moving >> dt >> count;
    std::map<std::string, Force> pushes;
    while (count-- > 0) {
      std::string name;
      std::cin >> name;
      Force& force = pushes[name];
      std::cin >> force[0] >> force[1] >> force[2];
    }
    const std::string found = guard->step(pushes, moving, dt);
    std::printf("%s", found.empty() ? "-" : found.c_str());
    for (const auto& [name, felt] : guard->felt())
      std::printf(" %s %.17g %.17g %.17g", name.c_str(), felt[0], felt[1], felt[2]);
    std::printf("\n");
  }
}
