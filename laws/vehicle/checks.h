// Checks that a vehicle's parameters fit its model and the step of the physics.
#pragma once

#include <cstddef>
#include <string>

#include "laws/vehicle/parameters.h"

namespace sim::vehicle {

// Throw InputError, which names `path` and the key, for a vehicle that cannot stand on its four
// wheels, or for an unordered engine map or gears.
void check_parameters(const VehicleParameters& parameters, const std::string& path);

// InputError where the model's mass (kg) is another than the parameters' by more than their
// payload, or where springs or dampers are too stiff for steps of `dt` seconds.
void check_vehicle_model(const VehicleParameters& parameters, double mass, double dt);

// InputError where a wheel that the model shows, of vehicle.h's order, is at another place of the
// body (m from base_link) than the parameters' by more than 5 cm, or its radius another by more
// than 5 %.
void check_shown_wheel(const VehicleParameters& parameters, std::size_t index, double x, double y,
                       double radius);

// InputError for a vehicle without anti-lock brakes, or without stability control.
void require_anti_lock(const VehicleParameters& parameters);
void require_stability_control(const VehicleParameters& parameters);

}  // namespace sim::vehicle
