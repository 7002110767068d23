// Tests of laws in C++: any number of CASE(name) { CHECK(condition); }, which check::run() runs.
#pragma once

#include <cmath>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace check {

struct Case {
  std::string name;
  std::function<void()> body;
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

inline bool add(std::string name, std::function<void()> body) {
  cases().push_back({std::move(name), std::move(body)});
  return true;
}

// Whether two numbers are equal up to rounding, or to `relative` of the second.
inline bool near(double found, double expected, double relative = 1e-6, double absolute = 1e-12) {
  return std::abs(found - expected) <= std::max(relative * std::abs(expected), absolute);
}

// Runs all cases, prints each with its outcome, and returns how many have failed.
inline int run() {
  int failed = 0;
  for (const Case& each : cases()) {
    failures() = 0;
    each.body();
    std::cout << (failures() == 0 ? "passed " : "FAILED ") << each.name << "\n";
    failed += failures() > 0;
  }
  return failed;
}

}  // namespace check

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      ++check::failures();                                                 \
      std::cout << __FILE__ << ":" << __LINE__ << ": " #condition << "\n"; \
    }                                                                      \
  } while (false)

#define CASE(name)                                                 \
  static void case_##name();                                       \
  static const bool added_##name = check::add(#name, case_##name); \
  static void case_##name()
