#include "world_api/scene_light.h"

#include <gazebo/common/Events.hh>
#include <gazebo/physics/Light.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/rendering/Light.hh>
#include <gazebo/rendering/RenderingIface.hh>
#include <gazebo/rendering/Scene.hh>
#include <gazebo/rendering/ogre_gazebo.h>
#include <gazebo/transport/Node.hh>
#include <gazebo/transport/Publisher.hh>

namespace sim {
namespace {

using gazebo::msgs::Light;
using ignition::math::Color;

// A scene that is new learns the world's own light, and lights that are added, only some rounds
// after it begins to draw.
constexpr unsigned ROUNDS = 200;
const std::string ADDED = "sim_sun_";

// OGRE's own fog is that of the corners of triangles, which for roads are far apart.
void draw_fog_by_the_pixel(const gazebo::rendering::Scene& scene) {
  using Ogre::RTShader::FFPFog;
  auto* const shaders = Ogre::RTShader::ShaderGenerator::getSingletonPtr();
  if (shaders == nullptr) return;
  const std::string scheme = scene.Name() + Ogre::RTShader::ShaderGenerator::DEFAULT_SCHEME_NAME;
  if (!shaders->hasRenderState(scheme)) return;
  auto* const fog = dynamic_cast<FFPFog*>(shaders->createSubRenderState(FFPFog::Type));
  if (fog == nullptr) return;
  fog->setCalcMode(FFPFog::CM_PER_PIXEL);
  shaders->getRenderState(scheme)->addTemplateSubRenderState(fog);
  shaders->invalidateScheme(scheme);
}

bool lit(const Color& color) { return color.R() + color.G() + color.B() > 0.0f; }

}  // namespace

SceneLight::SceneLight(const gazebo::physics::WorldPtr& world)
    : world_(world),
      node_(new gazebo::transport::Node),
      rendering_(gazebo::event::Events::ConnectPreRender([this] { draw(); })) {
  node_->Init(world->Name());
  scenes_ = node_->Advertise<gazebo::msgs::Scene>("~/scene");
  changes_ = node_->Advertise<Light>("~/light/modify");
  additions_ = node_->Advertise<Light>("~/factory/light");
  for (const auto& light : world->Lights()) {
    Light message;
    light->FillMsg(message);
    if (message.type() == Light::DIRECTIONAL) own_.push_back(message);
  }
}

SceneLight::~SceneLight() {
  rendering_.reset();
  scenes_.reset();
  changes_.reset();
  additions_.reset();
  node_->Fini();
}

void SceneLight::show(const WorldLight& light) {
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    light_ = light;
    lights_ = lights_of(light);
    rounds_ = 0;
    changed_ = true;
  }
  publish(light);
}

std::vector<Light> SceneLight::lights_of(const WorldLight& light) {
  while (own_.size() < light.suns.size()) {
    Light added;
    added.set_name(ADDED + std::to_string(own_.size()));
    added.set_type(Light::DIRECTIONAL);
    added.set_cast_shadows(false);
    added.set_range(1000.0);
    added.set_attenuation_constant(1.0);
    gazebo::msgs::Set(added.mutable_specular(), Color(0.1f, 0.1f, 0.1f));
    gazebo::msgs::Set(added.mutable_pose(), ignition::math::Pose3d(0, 0, 50, 0, 0, 0));
    own_.push_back(added);
  }
  std::vector<Light> lights = own_;
  for (std::size_t index = 0; index < lights.size(); ++index) {
    const SunLight sun = index < light.suns.size()
                             ? light.suns[index]
                             : SunLight{-ignition::math::Vector3d::UnitZ, Color::Black};
    gazebo::msgs::Set(lights[index].mutable_diffuse(), sun.color);
    gazebo::msgs::Set(lights[index].mutable_direction(), sun.direction);
    if (!lit(sun.color)) gazebo::msgs::Set(lights[index].mutable_specular(), Color::Black);
    // A direction is that in the light's own frame.
    gazebo::msgs::Set(lights[index].mutable_pose()->mutable_orientation(),
                      ignition::math::Quaterniond::Identity);
  }
  return lights;
}

void SceneLight::publish(const WorldLight& light) {
  gazebo::msgs::Scene scene;
  scene.set_name(world_->Name());
  gazebo::msgs::Set(scene.mutable_ambient(), light.ambient);
  gazebo::msgs::Set(scene.mutable_background(), light.background);
  gazebo::msgs::Fog& fog = *scene.mutable_fog();
  fog.set_type(light.fog > 0.0 ? gazebo::msgs::Fog::EXPONENTIAL : gazebo::msgs::Fog::NONE);
  fog.set_density(static_cast<float>(light.fog));
  gazebo::msgs::Set(fog.mutable_color(), light.fog_color);
  scenes_->Publish(scene);
  for (const Light& changed : lights_) {
    const bool known = world_->LightByName(changed.name()) != nullptr;
    (known ? changes_ : additions_)->Publish(changed);
  }
}

void SceneLight::draw() {
  const auto scene = gazebo::rendering::get_scene(world_->Name());
  const std::lock_guard<std::mutex> guard(mutex_);
  if (!scene) return;
  if (scene.get() != scene_) {
    scene_ = scene.get();
    rounds_ = 0;
    draw_fog_by_the_pixel(*scene);
  }
  if (!changed_ || rounds_ >= ROUNDS) return;
  ++rounds_;
  draw_in(*scene);
}

void SceneLight::draw_in(gazebo::rendering::Scene& scene) const {
  scene.SetAmbientColor(light_.ambient);
  scene.SetBackgroundColor(light_.background);
  scene.SetFog(light_.fog > 0.0 ? "exp" : "none", light_.fog_color, light_.fog, 0.0, 0.0);
  for (const Light& wanted : lights_) {
    const auto light = scene.LightByName(wanted.name());
    if (!light) continue;
    light->SetDiffuseColor(gazebo::msgs::Convert(wanted.diffuse()));
    light->SetSpecularColor(gazebo::msgs::Convert(wanted.specular()));
    light->SetRotation(ignition::math::Quaterniond::Identity);
    light->SetDirection(gazebo::msgs::ConvertIgn(wanted.direction()));
  }
}

}  // namespace sim
