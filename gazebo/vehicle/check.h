// Checks of the settings of <plugin filename="libsim_vehicle.so"> in an SDF, before the model is in
// the world.
#pragma once

#include <string>

#include <sdf/sdf.hh>

#include "laws/vehicle/contact.h"
#include "laws/vehicle/parameters.h"
#include "laws/vehicle/tyre_choice.h"

namespace sim {

// Return the error in the parameters of a model's vehicle plugin for physics of a step in s, in
// words for the user; empty if they are valid.
std::string check_vehicle(const sdf::ElementPtr& model, const sdf::ElementPtr& plugin, double step);

namespace vehicle {

// A hitch: the model that tows, none where that is empty, the coupling in the frame of the towed
// model's first link and the ball in that of the other's, m.
struct Towing {
  std::string towed_by;
  Vector coupling{};
  Vector ball{};
};

// Contents of a plugin element.
struct Description {
  VehicleParameters parameters;
  TyreChoice tyre;
  Towing towing;
};

// InputError where a model cannot be this vehicle in physics of a step in s.
void check_model(const sdf::ElementPtr& model, const VehicleParameters& parameters, double step);

// The vehicle of a plugin element; InputError for no parameters and for wrong ones.
Description plugin_description(const sdf::ElementPtr& plugin);

}  // namespace vehicle
}  // namespace sim
