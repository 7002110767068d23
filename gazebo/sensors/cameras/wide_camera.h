// A camera in Gazebo's scene that draws the view of a lens, from where the sensor's own camera is.
// Everything is for the main thread.
#pragma once

#include <string>

#include <gazebo/rendering/RenderTypes.hh>
#include <sdf/Element.hh>

#include "laws/sensors/lens.h"

namespace sim {

class WideCamera {
 public:
  // Of a sensor's <camera>; `depth`: it measures distances too.
  WideCamera(const sdf::ElementPtr& camera, const View& view, const std::string& name, bool depth);

  // Placed where another camera is, and in the scene from the first call on.
  gazebo::rendering::CameraPtr at(const gazebo::rendering::Camera& other);
  // Takes it out of the scene.
  void close();

 private:
  gazebo::rendering::CameraPtr made(const gazebo::rendering::ScenePtr& scene);

  sdf::ElementPtr sdf_;
  View view_;
  std::string name_;
  bool depth_;
  // The scene's, which may end before this does.
  boost::weak_ptr<gazebo::rendering::Camera> camera_;
};

}  // namespace sim
