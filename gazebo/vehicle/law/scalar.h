// What a plain YAML scalar is and how messages show it: the rules of YAML 1.1 and of Python's repr,
// so that both simulators take the same files and refuse the others in the same words.
#pragma once

#include <optional>
#include <string>

namespace sim::vehicle {

struct Scalar {
  std::optional<double> number;  // of integers and floats; a boolean is no number
  std::string shown;
};

// The value of an unquoted scalar.
Scalar plain_scalar(const std::string& text);

// A text in quotes, with what cannot be printed escaped.
std::string quoted(const std::string& text);

// The shortest decimal that reads back as `value`.
std::string shortest(double value);

}  // namespace sim::vehicle
