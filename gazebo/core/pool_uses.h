// Which vehicle of the traffic each model of a pool shows: the plugin of traffic says it, lidars
// ask. Called with the world locked.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

namespace sim {

struct PoolUse {
  std::uint32_t vehicle;  // as in /traffic/states
  std::uint16_t type;     // as in /traffic/types; that of the pool, which may be another one's look
};

// By Gazebo's numbers of models; those that show nobody are left out. A table stays as it is: where
// two moments have the same one, every model shows at both whom it showed.
using PoolUses = std::unordered_map<std::uint32_t, PoolUse>;

class ShownVehicles {
 public:
  static ShownVehicles& instance();

  void set(PoolUses uses) { uses_ = std::make_shared<const PoolUses>(std::move(uses)); }
  // At present; never null.
  const std::shared_ptr<const PoolUses>& uses() const { return uses_; }

 private:
  std::shared_ptr<const PoolUses> uses_ = std::make_shared<const PoolUses>();
};

}  // namespace sim
