// How well surfaces return a radar's waves: m2 of radar cross section for each m2 that a surface
// shows, so that what is half hidden returns half (the model of constant gamma [Skolnik, ch. 7]).
// Known to neither Gazebo nor ROS.
//
// Values give what is usual at 77 GHz, as orders of magnitude: a car from behind 10 m2, a lorry 60,
// a person 0.3, a cyclist 1.
#pragma once

#include <string>

namespace sim {

// Of a model's visual by its name, whether it is a plane, and whether its model is static; what can
// move is taken for metal, level ground returns nothing.
double visual_reflectivity(const std::string& name, bool plane, bool fixed);

// Of a vehicle or person of the traffic, by its size in m.
double traffic_reflectivity(double length, double width, double height);

}  // namespace sim
