#include "traffic/lamp_visual.h"

#include <utility>

#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <ignition/math/Color.hh>

namespace sim {

using gazebo::msgs::Material;
using ignition::math::Color;

namespace {

// Share of its colour that a lit lamp emits.
constexpr float GLOW = 0.9f;

// Exposes the message that a link sends to new subscribers.
struct Opened : gazebo::physics::Link {
  static Visuals_M& all(gazebo::physics::Link& link) { return link.*&Opened::visuals; }
};

// Without the diffuse colour: when that of one visual is set, Gazebo makes the shaders of all of
// them again.
void paint(Material& material, const Color& ambient, const Color& emissive) {
  gazebo::msgs::Set(material.mutable_ambient(), ambient);
  gazebo::msgs::Set(material.mutable_emissive(), emissive);
}

}  // namespace

LampVisual::LampVisual(gazebo::physics::LinkPtr link, const gazebo::msgs::Visual& visual,
                       const LampColor& lit)
    : link_(std::move(link)) {
  const auto on = std::make_shared<gazebo::msgs::Visual>(),
             off = std::make_shared<gazebo::msgs::Visual>();
  for (const auto& message : {on, off}) {
    message->set_name(visual.name());
    message->set_id(visual.id());
    message->set_parent_name(visual.parent_name());
    message->set_parent_id(visual.parent_id());
  }
  const Material& dark = visual.material();
  // The scene's defaults.
  paint(*off->mutable_material(),
        dark.has_ambient() ? gazebo::msgs::Convert(dark.ambient()) : Color(0.1f, 0.1f, 0.1f),
        dark.has_emissive() ? gazebo::msgs::Convert(dark.emissive()) : Color(0.0f, 0.0f, 0.0f));
  const Color shining(static_cast<float>(lit[0]), static_cast<float>(lit[1]),
                      static_cast<float>(lit[2]));
  paint(*on->mutable_material(), shining, shining * GLOW);
  on_ = on;
  off_ = off;
}

const std::shared_ptr<const gazebo::msgs::Visual>& LampVisual::set(bool on) {
  const auto& message = on ? on_ : off_;
  auto& visuals = Opened::all(*link_);
  if (const auto known = visuals.find(message->id()); known != visuals.end())
    known->second.mutable_material()->MergeFrom(message->material());
  return message;
}

void for_each_visual(const gazebo::physics::Model& model, const VisualFunction& function) {
  for (const auto& link : model.GetLinks()) {
    const std::size_t scope = link->GetScopedName().size() + 2;
    for (const auto& entry : link->Visuals()) {
      const gazebo::msgs::Visual& visual = entry.second;
      if (visual.name().size() > scope) function(visual.name().substr(scope), link, visual);
    }
  }
}

}  // namespace sim
