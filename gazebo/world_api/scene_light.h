// Light, background and fog of the world while it runs, for the sensors of this gzserver and for
// its windows.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <gazebo/common/CommonTypes.hh>
#include <gazebo/msgs/msgs.hh>
#include <gazebo/physics/PhysicsTypes.hh>
#include <gazebo/rendering/RenderTypes.hh>
#include <gazebo/transport/TransportTypes.hh>
#include <ignition/math/Color.hh>
#include <ignition/math/Vector3.hh>

namespace sim {

// Light from far away that shines along `direction`.
struct SunLight {
  ignition::math::Vector3d direction;
  ignition::math::Color color;
};

// `fog` is in 1 / m, 0 where the air is clear.
struct WorldLight {
  ignition::math::Color ambient, background, fog_color;
  double fog = 0.0;
  std::vector<SunLight> suns;
};

class SceneLight {
 public:
  explicit SceneLight(const gazebo::physics::WorldPtr& world);
  ~SceneLight();

  // Apply a light, from any thread, with the world locked; the next picture has it. The world's
  // directional lights become the suns, surplus ones are switched off.
  void show(const WorldLight& light);

 private:
  // In the thread that renders, before it does.
  void draw();
  void draw_in(gazebo::rendering::Scene& scene) const;
  std::vector<gazebo::msgs::Light> lights_of(const WorldLight& light);
  void publish(const WorldLight& light);

  gazebo::physics::WorldPtr world_;
  std::vector<gazebo::msgs::Light> own_;
  gazebo::transport::NodePtr node_;
  gazebo::transport::PublisherPtr scenes_, changes_, additions_;
  std::mutex mutex_;
  WorldLight light_;
  std::vector<gazebo::msgs::Light> lights_;
  const void* scene_ = nullptr;
  unsigned rounds_ = 0;
  bool changed_ = false;
  gazebo::event::ConnectionPtr rendering_;
};

}  // namespace sim
