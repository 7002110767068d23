#include <cmath>

#include <gazebo/physics/Light.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/transport/transport.hh>
#include <gazebo_msgs/DeleteLight.h>
#include <gazebo_msgs/GetLightProperties.h>
#include <gazebo_msgs/SetLightProperties.h>
#include <ignition/math/Color.hh>

#include "core/convert.h"
#include "world_api/entities.h"
#include "world_api/service.h"
#include "world_api/services.h"
#include "world_api/spawn.h"
#include "world_api/turn.h"

namespace sim {
namespace {

using namespace gazebo_msgs;
using gazebo::msgs::Light;
using ignition::math::Color;
using ignition::math::Vector3d;

gazebo::physics::LightPtr light_named(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& light : simulator().world()->Lights()) {
    if (light->GetName() == name) return light;
    names.push_back(light->GetName());
  }
  throw Refusal(name, "no such light; lights: " + (names.empty() ? "none" : joined(names)));
}

Light message_of(const gazebo::physics::LightPtr& light) {
  Light message;
  light->FillMsg(message);
  return message;
}

void get_light_properties(GetLightProperties::Request& request,
                          GetLightProperties::Response& answer) {
  const auto locked = simulator().lock_entities();
  const Light light = message_of(light_named(request.light_name));
  const Color diffuse = gazebo::msgs::Convert(light.diffuse());
  answer.diffuse.r = diffuse.R();
  answer.diffuse.g = diffuse.G();
  answer.diffuse.b = diffuse.B();
  answer.diffuse.a = diffuse.A();
  answer.attenuation_constant = light.attenuation_constant();
  answer.attenuation_linear = light.attenuation_linear();
  answer.attenuation_quadratic = light.attenuation_quadratic();
}

Color color_of(const char* what, const std_msgs::ColorRGBA& given) {
  for (const float part : {given.r, given.g, given.b}) {
    if (!(part >= 0.0f) || std::isinf(part))
      throw Refusal(what, "must be finite and not negative, as colours are");
  }
  return {given.r, given.g, given.b, given.a};
}

void check_attenuation(const SetLightProperties::Request& request, bool fades) {
  const double all[] = {request.attenuation_constant, request.attenuation_linear,
                        request.attenuation_quadratic};
  double sum = 0.0;
  for (const double part : all) {
    if (!(part >= 0.0) || std::isinf(part))
      throw Refusal("attenuation", "must be finite and not negative");
    sum += part;
  }
  if (fades && sum == 0.0)
    throw Refusal("attenuation", "is 0 at all distances; (1, 0, 0) does not fade");
}

// The light as the request wants it.
Light changed(Light light, const SetLightProperties::Request& request) {
  check_attenuation(request, light.type() != Light::DIRECTIONAL);
  gazebo::msgs::Set(light.mutable_diffuse(), color_of("diffuse", request.diffuse));
  gazebo::msgs::Set(light.mutable_specular(), color_of("specular", request.specular));
  light.set_attenuation_constant(static_cast<float>(request.attenuation_constant));
  light.set_attenuation_linear(static_cast<float>(request.attenuation_linear));
  light.set_attenuation_quadratic(static_cast<float>(request.attenuation_quadratic));
  light.set_cast_shadows(request.cast_shadows);
  gazebo::msgs::Set(light.mutable_pose(), pose_from(request.pose));
  const Vector3d direction = finite("direction", vector_from(request.direction));
  if (light.type() != Light::POINT && direction == Vector3d::Zero)
    throw Refusal("direction", "such a light shines somewhere; (0, 0, -1) is down");
  gazebo::msgs::Set(light.mutable_direction(), direction);
  return light;
}

void delete_light(DeleteLight::Request& request, DeleteLight::Response&) {
  const std::string name = request.light_name;
  const Turn turn(name);
  {
    const auto locked = simulator().lock_entities();
    light_named(name);
  }
  const auto& world = simulator().world();
  gazebo::transport::requestNoReply(world->Name(), "entity_delete", name);
  if (!wait_until([&] { return world->LightByName(name) == nullptr; }))
    throw Refusal(name, "Gazebo did not delete the light");
}

}  // namespace

LightServices::LightServices() : node_(new gazebo::transport::Node) {
  node_->Init(simulator().world()->Name());
  changes_ = node_->Advertise<Light>("~/light/modify");
  ros::NodeHandle& node = simulator().service_node();
  services_ = {
      offer<GetLightProperties>(node, "gazebo/get_light_properties", get_light_properties),
      offer<SetLightProperties>(node, "gazebo/set_light_properties",
                                [this](auto& ask, auto& answer) {
                                  const auto locked = simulator().lock_entities();
                                  const auto light = light_named(ask.light_name);
                                  const Light wanted = changed(message_of(light), ask);
                                  light->ProcessMsg(wanted);
                                  // For the scenes of cameras and windows.
                                  changes_->Publish(wanted);
                                  answer.status_message = "light set";
                                }),
      offer<DeleteLight>(node, "gazebo/delete_light", delete_light),
  };
}

LightServices::~LightServices() {
  for (ros::ServiceServer& service : services_) service.shutdown();
  changes_.reset();
  node_->Fini();
}

}  // namespace sim
