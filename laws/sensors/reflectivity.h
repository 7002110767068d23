// Radar reflectivity of surfaces: m2 of radar cross section for each m2 of visible surface, so that
// a half hidden thing returns half (constant-gamma model [Skolnik, ch. 7]). Independent of Gazebo
// and ROS.
//
// Values are typical orders of magnitude at 77 GHz: a car from behind 10 m2, a lorry 60, a person
// 0.3, a cyclist 1.
#pragma once

#include <string>

namespace sim {

// Of a model's visual by its name, whether it is a plane, and whether its model is static; what can
// move is taken for metal, level ground returns nothing.
double visual_reflectivity(const std::string& name, bool plane, bool fixed);

// Of a vehicle or person of the traffic, by its size in m.
double traffic_reflectivity(double length, double width, double height);

}  // namespace sim
