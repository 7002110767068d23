// Requests that put an entity into the world or take it out take turns by its name. Gazebo does
// both some time after it was asked for: of two requests that are served meanwhile, each would find
// the name free, or the entity still there.
#pragma once

#include <string>

namespace sim {

// From its construction, which waits for it, to its end.
class Turn {
 public:
  explicit Turn(const std::string& name);
  ~Turn();
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::string name_;
};

}  // namespace sim
