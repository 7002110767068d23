// Tyres of a vehicle's SDF.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "laws/vehicle/magic_formula.h"
#include "laws/vehicle/parameters.h"
#include "laws/vehicle/tyre.h"

namespace sim::vehicle {

enum class TyreModel { PAPER, LINEAR, FIALA, MAGIC_FORMULA };

// `formula` is that of MAGIC_FORMULA.
struct TyreChoice {
  TyreModel model = TyreModel::PAPER;
  MagicFormula formula;
};

// Return the tyre of <tyre>; empty is the paper's tyre. `tir` is the path of the .tir file, which
// only magic_formula needs; InputError for a wrong combination.
TyreChoice choose_tyre(const std::string& model, const std::string& tir);

using Tyres = std::array<std::shared_ptr<const Tyre>, 4>;

// Of the wheels in their order.
Tyres make_tyres(const TyreChoice& choice, const VehicleParameters& parameters);

}  // namespace sim::vehicle
