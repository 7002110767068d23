// Contacts of some models, step by step, by name.
//
// Called with the world locked.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace sim {

using ModelContact = std::pair<std::string, std::string>;

class WatchedContacts {
 public:
  // Watches the models of these names that there are, and only these; none before the world goes.
  void watch(const std::set<std::string>& names);
  // The watched models and what each touched in the step just made: a model, or a vehicle of the
  // traffic.
  std::set<ModelContact> now() const;

 private:
  std::map<std::string, std::uint32_t> ids_;
};

}  // namespace sim
