// The error for a wrong file, parameter or command; `where` names the file, topic or field, as in
// sim.errors.
#pragma once

#include <stdexcept>
#include <string>

namespace sim {

class InputError : public std::runtime_error {
 public:
  InputError(const std::string& where, const std::string& what)
      : std::runtime_error(where + ": " + what) {}
};

}  // namespace sim
