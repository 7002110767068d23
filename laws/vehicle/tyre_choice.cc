#include "laws/vehicle/tyre_choice.h"

#include <map>

#include "laws/input_error.h"
#include "laws/vehicle/tir_reader.h"

namespace sim::vehicle {
namespace {

const std::map<std::string, TyreModel> MODELS = {{"", TyreModel::PAPER},
                                                 {"paper", TyreModel::PAPER},
                                                 {"linear", TyreModel::LINEAR},
                                                 {"fiala", TyreModel::FIALA},
                                                 {"magic_formula", TyreModel::MAGIC_FORMULA}};

}  // namespace

TyreChoice choose_tyre(const std::string& model, const std::string& tir) {
  const auto found = MODELS.find(model);
  if (found == MODELS.end())
    throw InputError("tyre", "'" + model + "' is not one of: paper, linear, fiala, magic_formula");
  TyreChoice choice{found->second, {}};
  const bool wants = choice.model == TyreModel::MAGIC_FORMULA;
  if (wants && tir.empty())
    throw InputError("tyre", "magic_formula needs a <tir>, a file of coefficients");
  if (!wants && !tir.empty())
    throw InputError("tir",
                     "only magic_formula has a file of coefficients; write "
                     "<tyre>magic_formula</tyre>, or leave <tir> out");
  if (wants) choice.formula = load_tir(tir);
  return choice;
}

Tyres make_tyres(const TyreChoice& choice, const VehicleParameters& parameters) {
  TyreParameters own = parameters.tyre;
  if (own.nominal_load == 0.0) own.nominal_load = 0.25 * parameters.mass * GRAVITY;
  const Wheel& wheel = parameters.wheel;
  std::shared_ptr<const Tyre> left, right;
  switch (choice.model) {
    case TyreModel::PAPER:
      left = right = std::make_shared<PaperTyre>(wheel);
      break;
    case TyreModel::LINEAR:
      left = right = std::make_shared<LinearTyre>(wheel, own);
      break;
    case TyreModel::FIALA:
      left = right = std::make_shared<FialaTyre>(wheel, own);
      break;
    case TyreModel::MAGIC_FORMULA:
      left = std::make_shared<MagicFormulaTyre>(choice.formula, own, true);
      right = std::make_shared<MagicFormulaTyre>(choice.formula, own, false);
      break;
  }
  return {left, right, left, right};
}

}  // namespace sim::vehicle
