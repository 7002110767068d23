// What the writer of an unknown key may have meant.
#pragma once

#include <string>
#include <vector>

namespace sim::vehicle {

// "; did you mean 'x'?" where a known key is alike, else the list of them.
std::string suggestion(const std::string& key, std::vector<std::string> known);

}  // namespace sim::vehicle
