// The laws of a wheel alone, as src/sim/vehicle has them.
#include <cstdio>
#include <cstring>

#include "laws/interface.h"
#include "laws/vehicle/tyre_choice.h"
#include "laws/vehicle/wheel.h"

using sim::vehicle::SlipTyre;
using sim::vehicle::Tangential;
using sim::vehicle::Tyre;
using sim::vehicle::TyreChoice;
using sim::vehicle::VehicleParameters;
using sim::vehicle::WheelDynamics;

namespace {

struct TyredWheel {
  WheelDynamics wheel;
  std::shared_ptr<const Tyre> tyre;
};

}  // namespace

// From all numbers of a vehicle, in the order of VehicleParameters; of its left front wheel.
SIM_INTERFACE TyredWheel* sim_wheel_new(const double* numbers, const TyreChoice* tyre) {
  VehicleParameters parameters;
  std::memcpy(static_cast<void*>(&parameters), numbers, sizeof(parameters));
  return new TyredWheel{WheelDynamics(parameters.wheel), make_tyres(*tyre, parameters)[0]};
}

SIM_INTERFACE void sim_wheel_delete(TyredWheel* wheel) { delete wheel; }

// Contact (4,) and torques (3,) as their structs have them; writes force (2,).
SIM_INTERFACE void sim_wheel_roll(TyredWheel* wheel, const double* contact, double v_roll,
                                  double v_slip, const double* torques, double* force) {
  const Tangential found = wheel->wheel.turn(
      {wheel->tyre.get(), {contact[0], contact[1], contact[2], contact[3]}, v_roll, v_slip},
      {torques[0], torques[1], torques[2]});
  force[0] = found.forward, force[1] = found.left;
}

// Compute the steady state of a tyre with a force that follows from its slip; 0 for other tyres.
SIM_INTERFACE int sim_wheel_steady(const TyredWheel* wheel, const double* contact, double kappa,
                                   double alpha, double* force) {
  const auto* const tyre = dynamic_cast<const SlipTyre*>(wheel->tyre.get());
  if (tyre == nullptr) return 0;
  const Tangential found =
      tyre->steady({contact[0], contact[1], contact[2], contact[3]}, {kappa, alpha});
  force[0] = found.forward, force[1] = found.left;
  return 1;
}

SIM_INTERFACE double sim_wheel_speed(const TyredWheel* wheel) { return wheel->wheel.speed(); }

// Return the result of choose_tyre; null for a wrong choice, with the reason in `message` (size,).
SIM_INTERFACE TyreChoice* sim_tyre_choose(const char* model, const char* tir, char* message,
                                          int size) {
  try {
    return new TyreChoice(sim::vehicle::choose_tyre(model, tir));
  } catch (const std::exception& error) {
    std::snprintf(message, size, "%s", error.what());
    return nullptr;
  }
}

SIM_INTERFACE void sim_tyre_delete(TyreChoice* tyre) { delete tyre; }
