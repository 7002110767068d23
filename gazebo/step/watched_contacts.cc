#include "step/watched_contacts.h"

#include <vector>

#include <gazebo/physics/physics.hh>

#include "core/simulator.h"

namespace sim {
namespace {

namespace physics = gazebo::physics;

std::string filter_of(const std::string& model) { return model + "_lockstep"; }

std::vector<std::string> collisions_of(const physics::Model& model) {
  std::vector<std::string> names;
  for (const auto& link : model.GetLinks()) {
    for (const auto& collision : link->GetCollisions()) names.push_back(collision->GetScopedName());
  }
  for (const auto& nested : model.NestedModels()) {
    for (const auto& name : collisions_of(*nested)) names.push_back(name);
  }
  return names;
}

// The model of the world that a collision is a part of.
physics::ModelPtr whole(const physics::Collision& collision) {
  auto model = collision.GetModel();
  while (const auto parent = boost::dynamic_pointer_cast<physics::Model>(model->GetParent()))
    model = parent;
  return model;
}

std::string shown_name(const std::string& model) {
  const TrafficModels* traffic = Simulator::instance().traffic();
  return traffic != nullptr && traffic->is_pool(model) ? traffic->shown_by(model) : model;
}

}  // namespace

void WatchedContacts::watch(const std::set<std::string>& names) {
  Simulator& simulator = Simulator::instance();
  auto& manager = *simulator.world()->Physics()->GetContactManager();
  for (auto known = ids_.begin(); known != ids_.end();) {
    const auto model = names.count(known->first) ? simulator.model(known->first) : nullptr;
    if (model && model->GetId() == known->second) {
      ++known;
    } else {
      manager.RemoveFilter(filter_of(known->first));
      known = ids_.erase(known);
    }
  }
  for (const std::string& name : names) {
    if (ids_.count(name)) continue;
    const auto model = simulator.model(name);
    if (!model) continue;
    manager.CreateFilter(filter_of(name), collisions_of(*model));
    ids_[name] = model->GetId();
  }
}

std::set<ModelContact> WatchedContacts::now() const {
  std::set<ModelContact> found;
  if (ids_.empty()) return found;
  const auto& manager = *Simulator::instance().world()->Physics()->GetContactManager();
  for (unsigned k = 0; k < manager.GetContactCount(); ++k) {
    const auto* contact = manager.GetContact(k);
    const std::string one = whole(*contact->collision1)->GetName(),
                      two = whole(*contact->collision2)->GetName();
    for (const auto& [own, other] : {ModelContact{one, two}, ModelContact{two, one}}) {
      if (one != two && ids_.count(own)) found.emplace(own, shown_name(other));
    }
  }
  return found;
}

}  // namespace sim
