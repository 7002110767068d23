// How much light surfaces give back: the grey value of the diffuse colour of the visual that belongs to a collision.
#pragma once

#include <cstdint>
#include <unordered_map>

#include <gazebo/physics/PhysicsTypes.hh>

namespace sim {

class Reflectivity {
 public:
  // 0 to 1; the visual is that of the collision's name, else the link's first; 0.7 where only a material's script is named.
  double of(const gazebo::physics::Collision& collision);

 private:
  std::unordered_map<std::uint32_t, double> known_;
};

}  // namespace sim
