// Gazebo creates a collision, of about 90 kB, for each sample of a ray sensor: 2.6 GB for a VLP-16.
// libsim_sensors.so casts the rays itself and needs none of them.
#pragma once

#include <sdf/Element.hh>

namespace sim {

// Leaves one ray to Gazebo in each ray sensor of a model that no plugin but ours will read, and
// moves the sensor's <scan> into the <plugin> of libsim_lidar.so, where the scanner finds it.
void leave_one_ray(const sdf::ElementPtr& model);

}  // namespace sim
