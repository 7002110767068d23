// Whether a vehicle's parameters fit the model that has them, and the step of the physics.
#pragma once

#include "vehicle/law/parameters.h"

namespace sim::vehicle {

// InputError where the model's mass (kg) is another than the parameters' by more than their
// payload, or where springs or dampers are too stiff for steps of `dt` seconds.
void check_vehicle_model(const VehicleParameters& parameters, double mass, double dt);

}  // namespace sim::vehicle
