// Names of pool models, traffic_pool_<type>_<k>, and which k of a type are free; the lowest is
// taken first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace sim {

constexpr char POOL_PREFIX[] = "traffic_pool_";

inline bool is_pool_name(const std::string& model) { return model.rfind(POOL_PREFIX, 0) == 0; }

// `type` is the number of a vehicle type in /traffic/types and /traffic/states.
inline std::string pool_name(std::uint16_t type, int k) {
  return POOL_PREFIX + std::to_string(type) + "_" + std::to_string(k);
}

// Return type and k of a pool model's name; nothing for other names.
inline std::optional<std::pair<std::uint16_t, int>> parse_pool_name(const std::string& model) {
  if (!is_pool_name(model)) return std::nullopt;
  const std::string rest = model.substr(sizeof(POOL_PREFIX) - 1);
  const std::size_t middle = rest.find('_');
  if (middle == std::string::npos || middle == 0 || middle > 5 || rest.size() - middle > 8 ||
      rest.size() == middle + 1 ||
      rest.find_first_not_of("0123456789", middle + 1) != std::string::npos ||
      rest.find_first_not_of("0123456789") != middle) {
    return std::nullopt;
  }
  const int type = std::stoi(rest.substr(0, middle));
  if (type > UINT16_MAX) return std::nullopt;
  return std::make_pair(static_cast<std::uint16_t>(type), std::stoi(rest.substr(middle + 1)));
}

class PoolSlots {
 public:
  void add(int k) {
    free_.insert(k);
    all_.insert(k);
  }
  void give_back(int k) { free_.insert(k); }

  // The lowest free k; nothing where all are in use.
  std::optional<int> take() {
    if (free_.empty()) return std::nullopt;
    const int k = *free_.begin();
    free_.erase(free_.begin());
    return k;
  }

  std::size_t size() const { return all_.size(); }
  // The lowest k that no model has.
  int next() const {
    int k = 0;
    while (all_.count(k)) ++k;
    return k;
  }

 private:
  std::set<int> free_, all_;
};

}  // namespace sim
