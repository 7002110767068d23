// What <plugin filename="libsim_vehicle.so"> in an SDF asks for, checked before the model is in the
// world.
#pragma once

#include <string>

#include <sdf/sdf.hh>

#include "vehicle/law/parameters.h"

namespace sim {

// What is wrong with a vehicle plugin's parameters, in words for the user; empty if nothing is.
std::string check_vehicle(const sdf::ElementPtr& plugin);

namespace vehicle {

// The parameters that a plugin element names; InputError for none and for wrong ones.
VehicleParameters plugin_parameters(const sdf::ElementPtr& plugin);

}  // namespace vehicle
}  // namespace sim
