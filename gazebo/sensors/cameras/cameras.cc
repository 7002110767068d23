#include "sensors/cameras/cameras.h"

#include <algorithm>
#include <cmath>

#include <gazebo/rendering/Camera.hh>
#include <gazebo/rendering/DepthCamera.hh>
#include <gazebo/rendering/Scene.hh>
#include <gazebo/rendering/ogre_gazebo.h>
#include <gazebo/sensors/CameraSensor.hh>
#include <gazebo/sensors/DepthCameraSensor.hh>
#include <gazebo/sensors/MultiCameraSensor.hh>
#include <ros/console.h>

#include "core/convert.h"
#include "core/simulator.h"
#include "sensors/cameras/camera_messages.h"
#include "sensors/cameras/scene_poses.h"

namespace sim {
namespace {

using gazebo::rendering::CameraPtr;
using gazebo::sensors::CameraSensor;
using gazebo::sensors::DepthCameraSensor;
using gazebo::sensors::MultiCameraSensor;
using gazebo::sensors::SensorPtr;
using ignition::math::Pose3d;

// z forward, x right, y down (REP 103) in a frame with x forward, y left, z up.
const Pose3d OPTICAL(0, 0, 0, -M_PI / 2, 0, -M_PI / 2);

// Pictures that may wait for a slow subscriber.
constexpr unsigned CAMERA_QUEUE = 10;

// A sensor's cameras; empty pointers where Gazebo does not render.
std::vector<CameraPtr> cameras_of(const SensorPtr& sensor) {
  std::vector<CameraPtr> found;
  if (const auto several = std::dynamic_pointer_cast<MultiCameraSensor>(sensor)) {
    for (unsigned k = 0; k < several->CameraCount(); ++k) found.push_back(several->Camera(k));
  } else if (const auto depth = std::dynamic_pointer_cast<DepthCameraSensor>(sensor)) {
    found.push_back(depth->DepthCamera());
  } else if (const auto one = std::dynamic_pointer_cast<CameraSensor>(sensor)) {
    found.push_back(one->Camera());
  }
  return found;
}

Pose3d pose_of(const sdf::ElementPtr& camera) {
  return camera->HasElement("pose") ? camera->Get<Pose3d>("pose") : Pose3d();
}

// Return whether the scene, in single precision, shows a camera at its pose of physics.
bool same_place(const Pose3d& drawn, const Pose3d& expected) {
  const double apart = (drawn.Pos() - expected.Pos()).Length(),
               turned = 1.0 - std::abs(drawn.Rot().Dot(expected.Rot()));
  return turned < 1e-6 && apart < 2e-3 + 1e-5 * expected.Pos().Length();
}

bool is_depth(const CameraPtr& camera) {
  return boost::dynamic_pointer_cast<gazebo::rendering::DepthCamera>(camera) != nullptr;
}

// SDF's <distortion>.
Lens lens_of(const sdf::ElementPtr& camera) {
  if (!camera->HasElement("distortion")) return {};
  const auto element = camera->GetElement("distortion");
  const auto coefficient = [&](const char* name) {
    return element->HasElement(name) ? element->Get<double>(name) : 0.0;
  };
  Lens lens{coefficient("k1"), coefficient("k2"), coefficient("p1"), coefficient("p2"),
            coefficient("k3")};
  if (!element->HasElement("center")) return lens;
  const auto center = element->Get<ignition::math::Vector2d>("center");
  lens.center_x = center.X();
  lens.center_y = center.Y();
  return lens;
}

// SDF's <lens> of a wide-angle camera.
WideLens wide_lens_of(const sdf::ElementPtr& camera, double horizontal_fov) {
  const auto given = [](const sdf::ElementPtr& parent, const char* name) {
    return parent && parent->HasElement(name) ? parent->GetElement(name) : sdf::ElementPtr();
  };
  const auto element = given(camera, "lens"), custom = given(element, "custom_function");
  const auto factor = [&](const char* name, double usual) {
    const auto found = given(custom, name);
    return found ? found->Get<double>() : usual;
  };
  const auto type = given(element, "type"), function = given(custom, "fun"),
             cutoff = given(element, "cutoff_angle"), scaled = given(element, "scale_to_hfov");
  WideLens lens =
      wide_lens(type ? type->Get<std::string>() : "stereographic",
                function ? function->Get<std::string>() : "tan",
                {factor("c1", 1.0), factor("c2", 1.0), factor("c3", 0.0), factor("f", 1.0)});
  if (cutoff) lens.cutoff = cutoff->Get<double>();
  if (!scaled || scaled->Get<bool>()) lens.scale_to(horizontal_fov);
  return lens;
}

void warn_of_dark(const Optics& optics, const std::string& name) {
  if (optics.dark() == 0.0) return;
  const Lens& lens = optics.lens;
  ROS_WARN(
      "camera /%s: %.1f %% of its pixels stay black: its distortion (k1 %g, k2 %g, p1 %g, p2 %g, "
      "k3 %g) folds the picture "
      "over before its corners",
      name.c_str(), 100.0 * optics.dark(), lens.k1, lens.k2, lens.p1, lens.p2, lens.k3);
}

bool heard(const ros::Publisher& publisher) {
  return publisher && publisher.getNumSubscribers() > 0;
}

}  // namespace

bool CameraPicture::suits(const SensorPtr& sensor) {
  const std::string type = sensor->Type();
  return type == "camera" || type == "depth" || type == "multicamera" || type == "wideanglecamera";
}

bool CameraPicture::can_draw(const SensorPtr& sensor) {
  const auto cameras = cameras_of(sensor);
  return !cameras.empty() &&
         std::all_of(cameras.begin(), cameras.end(),
                     [](const CameraPtr& camera) { return camera && camera->Initialized(); });
}

CameraPicture::CameraPicture(const Mount& mount, const SensorPtr& sensor)
    : mount_(mount), sensor_(sensor) {
  ros::NodeHandle& node = Simulator::instance().node();
  const auto cameras = cameras_of(sensor);
  const bool several = sensor->Type() == "multicamera";
  auto element = mount.sdf()->GetElement("camera");
  for (unsigned k = 0; k < cameras.size() && element;
       ++k, element = element->GetNextElement("camera")) {
    add(k, cameras[k], element, several ? element->Get<std::string>("name") : "");
  }
  scenes_ = node.advertise<ScenePoses>(mount_.topic("scene_poses", ""), CAMERA_QUEUE);
  if (sensor->Type() != "depth") return;
  depths_ = node.advertise<sensor_msgs::Image>(
      mount_.topic("depth/image_raw", "depthImageTopicName"), CAMERA_QUEUE);
  depth_infos_ = node.advertise<sensor_msgs::CameraInfo>(
      mount_.topic("depth/camera_info", "depthImageCameraInfoTopicName"), CAMERA_QUEUE);
  points_ = node.advertise<sensor_msgs::PointCloud2>(mount_.topic("points", "pointCloudTopicName"),
                                                     CAMERA_QUEUE);
}

// The messages of a pair are in the left camera's optical frame, as image_proc wants them. A single
// camera's own pose is in its optical frame.
void CameraPicture::add(unsigned index, const CameraPtr& camera, const sdf::ElementPtr& element,
                        const std::string& name) {
  Simulator& simulator = Simulator::instance();
  const std::string whole = mount_.name() + (name.empty() ? "" : "/" + name);
  const double fov = camera->HFOV().Radian();
  std::optional<LensModel> model;
  if (mount_.sdf()->Get<std::string>("type") == "wideanglecamera")
    model = lens_model(wide_lens_of(element, fov), camera->ImageWidth());
  // Gazebo itself bends the picture of a wide-angle camera.
  const Optics optics(camera->ImageWidth(), camera->ImageHeight(), model ? 1.0 : fov,
                      model ? Lens() : lens_of(element), "/" + whole);
  Eye eye{index,   pose_of(element),           {}, 0.0, whole + "_optical", optics, model,
          nullptr, PixelNoise(element, whole), {}, {}};
  if (!optics.lens.plain())
    eye.wide = std::make_shared<WideCamera>(element, optics.view, whole, is_depth(camera));
  if (name.empty()) {
    simulator.static_tf().add(whole, eye.frame, OPTICAL + eye.sensor_from_camera);
  } else {
    simulator.static_tf().add(mount_.name(), whole, eye.sensor_from_camera);
    simulator.static_tf().add(whole, eye.frame, OPTICAL);
  }
  if (mount_.foreign_frame()) eye.frame = mount_.frame();
  if (!eyes_.empty()) {
    eye.frame = eyes_.front().frame;
    // To its right is -y.
    eye.baseline = eyes_.front().sensor_from_camera.Pos().Y() - eye.sensor_from_camera.Pos().Y();
  }
  eye.images = simulator.node().advertise<sensor_msgs::Image>(
      mount_.topic("image_raw", "imageTopicName", name), CAMERA_QUEUE);
  eye.infos = simulator.node().advertise<sensor_msgs::CameraInfo>(
      mount_.topic("camera_info", "cameraInfoTopicName", name), CAMERA_QUEUE);
  ROS_INFO("camera /%s: %ux%u at %g Hz", whole.c_str(), camera->ImageWidth(), camera->ImageHeight(),
           mount_.rate());
  warn_of_dark(optics, whole);
  eyes_.push_back(std::move(eye));
}

bool CameraPicture::wanted() const {
  return heard(depths_) || heard(depth_infos_) || heard(points_) ||
         std::any_of(eyes_.begin(), eyes_.end(),
                     [](const Eye& eye) { return heard(eye.images) || heard(eye.infos); });
}

bool CameraPicture::watched() const { return heard(scenes_); }

void CameraPicture::tell(double time) {
  const auto link = mount_.link();
  if (link) scenes_.publish(scene_poses(time, mount_.name(), mount_.world_from_sensor(*link)));
}

bool CameraPicture::expect() {
  const auto link = mount_.link();
  if (!link) return false;
  for (Eye& eye : eyes_) eye.expected = eye.sensor_from_camera + mount_.world_from_sensor(*link);
  return true;
}

bool CameraPicture::settled() const {
  // OGRE passes poses on to what hangs below only when it draws.
  if (const auto drawn = camera(0))
    drawn->GetScene()->OgreSceneManager()->getRootSceneNode()->_update(true, false);
  return std::all_of(eyes_.begin(), eyes_.end(), [this](const Eye& eye) {
    const auto drawn = camera(eye.index);
    return !drawn || same_place(drawn->WorldPose(), eye.expected);
  });
}

CameraPtr CameraPicture::camera(unsigned index) const {
  const auto sensor = sensor_.lock();
  const auto cameras = sensor ? cameras_of(sensor) : std::vector<CameraPtr>();
  if (index >= cameras.size() || !cameras[index] ||
      !cameras[index]->GetScene()->GetVisual(sensor->ParentId()))
    return nullptr;
  return cameras[index];
}

void CameraPicture::take(double time) {
  for (Eye& eye : eyes_) {
    const auto own = camera(eye.index);
    if (!own) continue;
    try {
      const auto drawn = eye.wide ? eye.wide->at(*own) : own;
      drawn->Render(true);
      drawn->PostRender();
      publish(eye, drawn, time);
    } catch (const std::exception& error) {
      ROS_ERROR_THROTTLE(10.0, "camera /%s: %s", mount_.name().c_str(), error.what());
    }
  }
}

void CameraPicture::close() {
  for (const Eye& eye : eyes_) {
    if (eye.wide) eye.wide->close();
  }
}

void CameraPicture::publish(Eye& eye, const CameraPtr& drawn, double time) const {
  const std_msgs::Header header = sim::header(time, eye.frame);
  const auto info = eye.model ? camera_info(*eye.model, eye.optics.intrinsics, header)
                              : camera_info(eye.optics, header, eye.baseline);
  auto image = through_lens(eye.optics, color_image(*drawn, header));
  if (eye.wide) eye.noise.add_to(image);
  if (heard(eye.images)) eye.images.publish(image);
  if (heard(eye.infos)) eye.infos.publish(info);
  const auto depth_camera = boost::dynamic_pointer_cast<gazebo::rendering::DepthCamera>(drawn);
  if (!depth_camera || !depths_ || !depth_camera->DepthData()) return;
  const auto depth =
      through_lens(eye.optics, depth_image(depth_camera->DepthData(), *drawn, header));
  if (heard(depths_)) depths_.publish(depth);
  if (heard(depth_infos_)) depth_infos_.publish(info);
  if (heard(points_)) points_.publish(colored_points(depth, image, eye.optics));
}

}  // namespace sim
