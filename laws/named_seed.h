// Seeds of what is drawn at random.
#pragma once

#include <cstdint>
#include <string>

namespace sim {

// Where the random draws of something named begin: alike for one seed and name, on any machine.
// FNV-1a over the name, begun with the seed.
inline std::uint64_t named_seed(std::uint64_t seed, const std::string& name) {
  std::uint64_t hash = 14695981039346656037ULL ^ seed;
  for (const unsigned char letter : name) hash = (hash ^ letter) * 1099511628211ULL;
  return hash;
}

}  // namespace sim
