// Puts models into a running world and takes them out.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include <ignition/math/Pose3.hh>

namespace sim {

// ANY selects the format by the text's root element.
enum class Format { SDF, URDF, ANY };

// Insert a model and wait until it exists; its plugins may still be loading. Throws Refusal, with
// the world unchanged, for an invalid text or a name in use. `pose` is in the frame of the entity
// `reference`.
void spawn(Format format, const std::string& text, std::string name,
           const ignition::math::Pose3d& pose, const std::string& reference,
           const std::string& space);

// Waits, while Gazebo's loop handles its messages, until a condition on the locked world holds.
bool wait_until(const std::function<bool()>& condition,
                std::chrono::seconds patience = std::chrono::seconds(60));

// Deletes a model and waits until it is gone.
void remove(const std::string& name);

}  // namespace sim
