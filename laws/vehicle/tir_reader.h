// Reads a tyre property file (.tir) of PAC2002 or MF-Tyre 5.2: sections in brackets, KEY = value,
// comments after $ and !.
#pragma once

#include <string>

#include "laws/vehicle/magic_formula.h"

namespace sim::vehicle {

// The coefficients in a file; InputError names the file, the line and what would be right.
MagicFormula load_tir(const std::string& path);

}  // namespace sim::vehicle
