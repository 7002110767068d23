#include "world_api/picture_sizes.h"

#include <algorithm>
#include <cstdint>

#include "world_api/service.h"

namespace sim {
namespace {

// As src/sim/sdf/sensors/picture_size.py has them.
constexpr int MOST_PIXELS = 8192;
constexpr std::int64_t MOST_AREA = 1 << 25;

void check_camera(const std::string& where, const sdf::ElementPtr& camera) {
  if (!camera->HasElement("image")) return;
  const auto image = camera->GetElement("image");
  const int width = image->Get<int>("width"), height = image->Get<int>("height");
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (std::min(width, height) < 1 || std::max(width, height) > MOST_PIXELS)
    throw Refusal(where,
                  size + " pixels; write from 1 to " + std::to_string(MOST_PIXELS) + " each");
  const std::int64_t area = std::int64_t{width} * height;
  if (area > MOST_AREA)
    throw Refusal(where, size + " are " + std::to_string(area) +
                             " pixels; write a size of at most " + std::to_string(MOST_AREA) +
                             ", such as 8192 x 4096");
}

}  // namespace

void check_picture_sizes(const std::string& where, const sdf::ElementPtr& model) {
  for (auto child = model->GetFirstElement(); child; child = child->GetNextElement()) {
    const std::string& tag = child->GetName();
    if (tag == "camera") check_camera(where, child);
    if (tag == "model" || tag == "link" || tag == "sensor")
      check_picture_sizes(where + "::" + child->Get<std::string>("name"), child);
  }
}

}  // namespace sim
