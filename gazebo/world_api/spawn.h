// Puts models into a running world and takes them out.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include <ignition/math/Pose3.hh>

namespace sim {

// ANY is what the text's outermost element says.
enum class Format { SDF, URDF, ANY };

// Inserts a model and waits until it is there; its plugins may still be loading. Throws Refusal,
// the world unchanged, for a text that can't be used or a name that is taken. `reference` is an
// entity in whose frame `pose` is.
void spawn(Format format, const std::string& text, std::string name,
           const ignition::math::Pose3d& pose, const std::string& reference,
           const std::string& space);

// Waits, while Gazebo's loop handles its messages, until a condition on the locked world holds.
bool wait_until(const std::function<bool()>& condition,
                std::chrono::seconds patience = std::chrono::seconds(60));

// Deletes a model and waits until it is gone.
void remove(const std::string& name);

}  // namespace sim
