#include "sensors/cameras/wide_camera.h"

#include <algorithm>
#include <cmath>

#include <gazebo/rendering/DepthCamera.hh>
#include <gazebo/rendering/Scene.hh>
#include <gazebo/rendering/ogre_gazebo.h>

namespace sim {
namespace {

using gazebo::rendering::CameraPtr;
using gazebo::rendering::DepthCameraPtr;
using gazebo::rendering::ScenePtr;

// Return the camera's SDF without elements that would distort the view or add noise to it.
sdf::ElementPtr without_lens(const sdf::ElementPtr& camera, const View& view) {
  const auto made = camera->Clone();
  for (const auto* part : {"distortion", "lens", "noise", "save"}) {
    if (made->HasElement(part)) made->RemoveChild(made->GetElement(part));
  }
  made->GetElement("image")->GetElement("width")->Set(static_cast<int>(view.width));
  made->GetElement("image")->GetElement("height")->Set(static_cast<int>(view.height));
  made->GetElement("horizontal_fov")->Set(2.0 * std::atan(std::max(-view.left, view.right)));
  if (made->HasElement("depth_camera"))
    made->GetElement("depth_camera")->GetElement("output")->Set(std::string("depths"));
  return made;
}

}  // namespace

WideCamera::WideCamera(const sdf::ElementPtr& camera, const View& view, const std::string& name,
                       bool depth)
    : sdf_(without_lens(camera, view)), view_(view), name_(name), depth_(depth) {}

CameraPtr WideCamera::at(const gazebo::rendering::Camera& other) {
  auto camera = camera_.lock();
  if (!camera) camera_ = camera = made(other.GetScene());
  camera->SetWorldPose(other.WorldPose());
  return camera;
}

CameraPtr WideCamera::made(const ScenePtr& scene) {
  // Two of one name would share textures.
  static unsigned number = 0;
  const std::string name = name_ + "/view_" + std::to_string(++number);
  const DepthCameraPtr with_depth = depth_ ? scene->CreateDepthCamera(name, false) : nullptr;
  const CameraPtr camera = with_depth ? with_depth : scene->CreateCamera(name, false);
  camera->SetCaptureData(true);
  camera->Load(sdf_);
  camera->Init();
  camera->CreateRenderTexture(camera->Name() + "_color");
  if (with_depth) with_depth->CreateDepthTexture(camera->Name() + "_depth");
  const double near = camera->NearClip();
  const auto extent = [near](double slope) { return static_cast<Ogre::Real>(near * slope); };
  camera->OgreCamera()->setFrustumExtents(extent(view_.left), extent(view_.right),
                                          extent(view_.top), extent(view_.bottom));
  return camera;
}

void WideCamera::close() {
  const auto camera = camera_.lock();
  const auto scene = camera ? camera->GetScene() : nullptr;
  if (!scene) return;
  scene->RemoveCamera(camera->Name());
}

}  // namespace sim
