// Puts models into a running world and takes them out.
#pragma once

#include <string>

#include <ignition/math/Pose3.hh>

namespace sim {

enum class Format { SDF, URDF };

// Inserts a model and waits until it is there; its plugins may still be loading. Throws Refusal,
// the world unchanged, for a text that can't be used or a name that is taken. `reference` is an
// entity in whose frame `pose` is.
void spawn(Format format, const std::string& text, std::string name,
           const ignition::math::Pose3d& pose, const std::string& reference,
           const std::string& space);

// Deletes a model and waits until it is gone.
void remove(const std::string& name);

}  // namespace sim
