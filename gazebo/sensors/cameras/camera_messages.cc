#include "sensors/cameras/camera_messages.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <stdexcept>

#include <gazebo/rendering/Camera.hh>
#include <sensor_msgs/distortion_models.h>
#include <sensor_msgs/image_encodings.h>

#include "laws/sensors/remap.h"

namespace sim {
namespace {

namespace encodings = sensor_msgs::image_encodings;

constexpr float NO_DEPTH = std::numeric_limits<float>::quiet_NaN(),
                FAR = std::numeric_limits<float>::infinity();

struct ColoredPoint {
  float x, y, z;
  std::uint32_t rgb;
};

std::string encoding(const std::string& format) {
  static const auto* known = new std::map<std::string, std::string>{{"R8G8B8", encodings::RGB8},
                                                                    {"B8G8R8", encodings::BGR8},
                                                                    {"L8", encodings::MONO8},
                                                                    {"L16", encodings::MONO16}};
  const auto found = known->find(format);
  if (found == known->end())
    throw std::runtime_error("image format " + format +
                             " is not supported; use R8G8B8, B8G8R8, L8 or L16");
  return found->second;
}

// Red, green and blue in the lower bytes.
std::uint32_t packed(const sensor_msgs::Image& image, std::size_t row, std::size_t column) {
  const std::size_t channels = encodings::numChannels(image.encoding);
  const std::uint8_t* pixel = image.data.data() + row * image.step + column * channels;
  if (channels < 3) return pixel[0] * 0x010101u;
  const bool reversed = image.encoding == encodings::BGR8;
  return static_cast<std::uint32_t>(pixel[reversed ? 2 : 0]) << 16 |
         static_cast<std::uint32_t>(pixel[1]) << 8 | pixel[reversed ? 0 : 2];
}

sensor_msgs::PointField field(const std::string& name, std::uint32_t offset) {
  sensor_msgs::PointField made;
  made.name = name;
  made.offset = offset;
  made.datatype = sensor_msgs::PointField::FLOAT32;
  made.count = 1;
  return made;
}

}  // namespace

sensor_msgs::CameraInfo camera_info(const Optics& optics, const std_msgs::Header& header,
                                    double baseline) {
  const auto [width, height, f, cx, cy] = optics.intrinsics;
  const Lens& lens = optics.lens;
  sensor_msgs::CameraInfo info;
  info.header = header;
  info.width = width;
  info.height = height;
  info.K = {f, 0, cx, 0, f, cy, 0, 0, 1};
  info.R = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  info.P = {f, 0, cx, -f * baseline, 0, f, cy, 0, 0, 0, 1, 0};
  info.distortion_model = sensor_msgs::distortion_models::PLUMB_BOB;
  info.D = {lens.k1, lens.k2, lens.p1, lens.p2, lens.k3};
  return info;
}

sensor_msgs::CameraInfo camera_info(const LensModel& model, const Intrinsics& size,
                                    const std_msgs::Header& header) {
  const double f = model.focal, cx = 0.5 * (size.width - 1.0), cy = 0.5 * (size.height - 1.0);
  sensor_msgs::CameraInfo info;
  info.header = header;
  info.width = size.width;
  info.height = size.height;
  info.K = {f, 0, cx, 0, f, cy, 0, 0, 1};
  info.R = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  info.P = {f, 0, cx, 0, 0, f, cy, 0, 0, 0, 1, 0};
  info.distortion_model = model.name;
  if (model.name == sensor_msgs::distortion_models::PLUMB_BOB) info.D.assign(5, 0.0);
  if (model.name == sensor_msgs::distortion_models::EQUIDISTANT)
    info.D.assign(model.coefficients.begin(), model.coefficients.end());
  return info;
}

sensor_msgs::Image color_image(const gazebo::rendering::Camera& camera,
                               const std_msgs::Header& header) {
  sensor_msgs::Image image;
  image.header = header;
  image.encoding = encoding(camera.ImageFormat());
  image.width = camera.ImageWidth();
  image.height = camera.ImageHeight();
  image.step = image.width * encodings::numChannels(image.encoding) *
               encodings::bitDepth(image.encoding) / 8;
  const unsigned char* data = camera.ImageData(0);
  image.data.assign(data, data + static_cast<std::size_t>(image.step) * image.height);
  return image;
}

sensor_msgs::Image depth_image(const float* depth, const gazebo::rendering::Camera& camera,
                               const std_msgs::Header& header) {
  sensor_msgs::Image image;
  image.header = header;
  image.encoding = encodings::TYPE_32FC1;
  image.width = camera.ImageWidth();
  image.height = camera.ImageHeight();
  image.step = image.width * sizeof(float);
  image.data.resize(static_cast<std::size_t>(image.step) * image.height);
  const auto near = static_cast<float>(camera.NearClip()),
             far = static_cast<float>(camera.FarClip());
  for (std::size_t k = 0; k < static_cast<std::size_t>(image.width) * image.height; ++k) {
    const float value = depth[k] >= far ? FAR : depth[k] <= near ? -FAR : depth[k];
    std::memcpy(image.data.data() + k * sizeof(float), &value, sizeof(float));
  }
  return image;
}

sensor_msgs::Image through_lens(const Optics& optics, sensor_msgs::Image view) {
  if (!optics.lens.bends()) return view;
  sensor_msgs::Image image;
  image.header = view.header;
  image.encoding = view.encoding;
  image.width = optics.intrinsics.width;
  image.height = optics.intrinsics.height;
  image.step = image.width * (view.step / view.width);
  const auto take = [&image](const auto& values) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
    image.data.assign(bytes, bytes + values.size() * sizeof(values[0]));
  };
  const auto channels = static_cast<unsigned>(encodings::numChannels(view.encoding));
  switch (encodings::bitDepth(view.encoding)) {
    case 32:
      take(remapped_depths(optics, reinterpret_cast<const float*>(view.data.data())));
      break;
    case 16:
      take(remapped_colors(optics, reinterpret_cast<const std::uint16_t*>(view.data.data()),
                           channels));
      break;
    default:
      take(remapped_colors(optics, view.data.data(), channels));
  }
  return image;
}

sensor_msgs::PointCloud2 colored_points(const sensor_msgs::Image& depth,
                                        const sensor_msgs::Image& color, const Optics& optics) {
  sensor_msgs::PointCloud2 cloud;
  cloud.header = depth.header;
  cloud.width = depth.width;
  cloud.height = depth.height;
  cloud.fields = {field("x", 0), field("y", 4), field("z", 8), field("rgb", 12)};
  cloud.point_step = sizeof(ColoredPoint);
  cloud.row_step = cloud.point_step * cloud.width;
  cloud.data.resize(static_cast<std::size_t>(cloud.row_step) * cloud.height);
  for (std::size_t row = 0, at = 0; row < depth.height; ++row) {
    for (std::size_t column = 0; column < depth.width; ++column, ++at) {
      float z;
      std::memcpy(&z, depth.data.data() + at * sizeof(float), sizeof(float));
      if (!std::isfinite(z)) z = NO_DEPTH;
      const Ray ray = optics.ray(static_cast<unsigned>(column), static_cast<unsigned>(row));
      const auto x = static_cast<float>(ray.x * z), y = static_cast<float>(ray.y * z);
      const ColoredPoint point{x, y, z, packed(color, row, column)};
      std::memcpy(cloud.data.data() + at * sizeof(ColoredPoint), &point, sizeof(ColoredPoint));
    }
  }
  return cloud;
}

}  // namespace sim
