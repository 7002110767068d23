// A model that is towed by another, by the hitch that its vehicle plugin describes.
#pragma once

#include <memory>

#include <boost/weak_ptr.hpp>
#include <gazebo/physics/PhysicsTypes.hh>

#include "vehicle/check.h"
#include "laws/vehicle/hitch.h"

namespace sim::vehicle {

class TowedModel {
 public:
  TowedModel(const gazebo::physics::ModelPtr& model, const Towing& towing)
      : model_(model), towing_(towing) {}

  // Open the hitch; it closes again where its points meet.
  void reset();

  // Add the hitch's forces to the coming step; gives whether it is closed.
  bool apply(double dt);

 private:
  // The hitch to the model that is there to tow, which may be replaced by another of its name.
  Hitch* present(double dt);

  gazebo::physics::ModelPtr model_;
  Towing towing_;
  boost::weak_ptr<gazebo::physics::Model> by_;
  std::unique_ptr<Hitch> hitch_;
  // Seconds until the model that tows is looked for again.
  double pause_ = 0.0;
};

}  // namespace sim::vehicle
