// Settings of a model's plugins of joints and grippers, as a C function for
// src/sim/embedded/joint_settings.py.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <string>

#include "laws/interface.h"
#include "laws/joints/mechanism.h"

using sim::joints::Mechanism;
using sim::joints::ModelText;

namespace {

// Behind each text; no XML has it.
constexpr char SEPARATOR = '\x1f';

// Read a model's name, whether it is static ("1"), and rows that begin with their kind: link NAME,
// joint NAME CHILD KIND LOWER UPPER, plugin FILENAME NAME, element TAG TEXT (of the plugin before
// it), attribute NAME VALUE (of the element before it).
ModelText model_of(const char* const* word, const char* const* end) {
  ModelText model{word[0], std::string(word[1]) == "1"};
  for (word += 2; word != end; word += 2) {
    const std::string kind = *word++;
    if (kind == "link") {
      model.links.emplace_back(*word--);
    } else if (kind == "joint") {
      model.joints.push_back({word[0], word[1], std::string(word[2]) == "prismatic",
                              std::strtod(word[3], nullptr), std::strtod(word[4], nullptr)});
      word += 3;
    } else if (kind == "plugin") {
      model.plugins.push_back({word[0], word[1]});
    } else if (kind == "element") {
      model.plugins.back().elements.push_back({word[0], word[1]});
    } else {
      model.plugins.back().elements.back().attributes[word[0]] = word[1];
    }
  }
  return model;
}

// Return section, name and value of each setting that differs from the default of Mechanism.
std::string rows_of(const Mechanism& mechanism) {
  std::ostringstream rows;
  rows.precision(17);
  const auto add = [&rows](const char* section, const auto& name, const auto& value) {
    rows << section << SEPARATOR << name << SEPARATOR << value << SEPARATOR;
  };
  const auto add_pose = [&](const char* section, const char* name, const auto& pose) {
    std::ostringstream text;
    text.precision(17);
    for (const double value : pose) text << value << ' ';
    add(section, name, text.str());
  };
  for (const std::string& joint : mechanism.movable) add("movable", joint, "");
  for (const auto& [joint, control] : mechanism.driven) add("driven", joint, name_of(control));
  for (const auto& [joint, position] : mechanism.start) add("start", joint, position);
  if (const auto& found = mechanism.parallel) {
    for (const std::string& finger : found->fingers) add("fingers", finger, "");
    add("parallel", "closed_width", found->closed_width);
    add("parallel", "force", found->force);
    add("parallel", "speed", found->speed);
    add("parallel", "grasp_assist", found->grasp_assist);
  }
  if (const auto& found = mechanism.vacuum) {
    add("vacuum", "cup", found->cup);
    add("vacuum", "reach", found->reach);
    add("vacuum", "alignment", found->alignment);
    add("vacuum", "payload", found->payload);
    add("vacuum", "force", found->force);
  }
  if (const auto& found = mechanism.force_torque) {
    add("force_torque", "joint", found->joint);
    add("force_torque", "frame", found->frame);
    add_pose("force_torque", "link_from_sensor", found->pose);
  }
  if (const auto& found = mechanism.contact_stop) {
    add("contact_stop", "force", found->force);
    add("contact_stop", "held", found->held);
  }
  if (const auto& found = mechanism.changer) {
    add("changer", "joint", found->joint);
    add("changer", "tool", found->tool);
    add("changer", "point", found->point);
    add("changer", "angle", found->angle);
    add_pose("changer", "link_from_flange", found->pose);
  }
  if (const auto& found = mechanism.belt) {
    add("belt", "joint", found->joint);
    add("belt", "speed", found->speed);
  }
  return rows.str();
}

}  // namespace

// Return the settings of a model's plugins as rows, valid until the next call; null for wrong
// settings, with the reason in `message` (size,).
SIM_INTERFACE const char* sim_mechanism(int count, const char* const* words, char* message,
                                        int size) {
  static std::string rows;
  try {
    rows = rows_of(read_mechanism(model_of(words, words + count)));
    return rows.c_str();
  } catch (const std::exception& error) {
    std::snprintf(message, size, "%s", error.what());
    return nullptr;
  }
}
