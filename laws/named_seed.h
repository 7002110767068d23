// Seeds of random numbers.
#pragma once

#include <cstdint>
#include <string>

namespace sim {

// Return the seed of a named random stream: equal for the same seed and name on any machine. Hash:
// FNV-1a over the name, started with the seed.
inline std::uint64_t named_seed(std::uint64_t seed, const std::string& name) {
  std::uint64_t hash = 14695981039346656037ULL ^ seed;
  for (const unsigned char letter : name) hash = (hash ^ letter) * 1099511628211ULL;
  return hash;
}

}  // namespace sim
