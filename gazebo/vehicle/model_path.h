// Finds the file that a URI in an SDF names: model://name/rest on the model path, file:// and
// relative ones.
//
// As sim.sdf.model_path: a model:// URI stays in its folder, nothing is looked up over the network.
#pragma once

#include <string>
#include <vector>

namespace sim::vehicle {

// Return the existing file or folder; InputError lists the searched places.
std::string resolve(const std::string& uri, const std::vector<std::string>& folders);

}  // namespace sim::vehicle
