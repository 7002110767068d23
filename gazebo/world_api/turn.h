// Serializes requests that insert or remove an entity of one name. Gazebo does both some time after
// the request: of two concurrent requests, each would find the name free, or the entity still
// present.
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
