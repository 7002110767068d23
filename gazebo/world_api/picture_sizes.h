// Cameras whose pictures would take all memory, which gzserver does not survive.
#pragma once

#include <string>

#include <sdf/Element.hh>

namespace sim {

// Refuses a model, called `where`, with a camera that asks for larger pictures than the embedded
// simulator draws.
void check_picture_sizes(const std::string& where, const sdf::ElementPtr& model);

}  // namespace sim
