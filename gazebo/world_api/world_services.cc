#include <cmath>

#include <gazebo/physics/physics.hh>
#include <gazebo/rendering/RenderEngine.hh>
#include <gazebo_msgs/DeleteModel.h>
#include <gazebo_msgs/GetModelProperties.h>
#include <gazebo_msgs/GetPhysicsProperties.h>
#include <gazebo_msgs/GetWorldProperties.h>
#include <gazebo_msgs/SetPhysicsProperties.h>
#include <sim/SetWeather.h>
#include <sim/SetWind.h>
#include <gazebo_msgs/SpawnModel.h>

#include "core/convert.h"
#include "core/simulator.h"
#include "world_api/entities.h"
#include "world_api/service.h"
#include "world_api/services.h"
#include "world_api/spawn.h"
#include "world_api/weather_desk.h"

namespace sim {
namespace {

namespace physics = gazebo::physics;
using namespace gazebo_msgs;

void spawn_model(Format format, SpawnModel::Request& request, SpawnModel::Response& answer) {
  spawn(format, request.model_xml, request.model_name, pose_from(request.initial_pose),
        request.reference_frame, request.robot_namespace);
  answer.status_message = "SpawnModel: spawned " + request.model_name;
}

void get_world_properties(GetWorldProperties::Request&, GetWorldProperties::Response& answer) {
  const auto locked = simulator().lock_entities();
  answer.sim_time = simulator().time();
  answer.model_names = model_names();
  answer.rendering_enabled = gazebo::rendering::RenderEngine::Instance()->GetRenderPathType() !=
                             gazebo::rendering::RenderEngine::NONE;
}

void get_model_properties(GetModelProperties::Request& request,
                          GetModelProperties::Response& answer) {
  const auto locked = simulator().lock_entities();
  if (is_traffic(request.model_name)) {
    answer.body_names = {"link"};
    answer.canonical_body_name = "link";
    answer.is_static = true;
    return;
  }
  const auto model = model_named(request.model_name);
  if (const auto parent = boost::dynamic_pointer_cast<physics::Model>(model->GetParent()))
    answer.parent_model_name = parent->GetName();
  answer.canonical_body_name = model->GetLink("canonical")->GetName();
  answer.body_names = link_names(model);
  answer.joint_names = joint_names(model);
  for (const auto& link : model->GetLinks()) {
    for (const auto& collision : link->GetCollisions())
      answer.geom_names.push_back(collision->GetName());
  }
  for (const auto& child : model->NestedModels())
    answer.child_model_names.push_back(child->GetName());
  answer.is_static = model->IsStatic();
}

template <class Type>
Type ode(const physics::PhysicsEnginePtr& engine, const std::string& name) {
  return boost::any_cast<Type>(engine->GetParam(name));
}

void get_physics_properties(GetPhysicsProperties::Request&,
                            GetPhysicsProperties::Response& answer) {
  const auto locked = simulator().lock();
  const auto engine = simulator().world()->Physics();
  answer.time_step = simulator().step_size();
  answer.pause = simulator().gate().paused();
  answer.max_update_rate = simulator().gate().update_rate();
  answer.gravity = vector_message<geometry_msgs::Vector3>(simulator().world()->Gravity());
  if (engine->GetType() != "ode") {
    answer.status_message = "physics engine " + engine->GetType() + " has no ode_config";
    return;
  }
  answer.ode_config.auto_disable_bodies = engine->GetAutoDisableFlag();
  answer.ode_config.sor_pgs_precon_iters = ode<int>(engine, "precon_iters");
  answer.ode_config.sor_pgs_iters = ode<int>(engine, "iters");
  answer.ode_config.sor_pgs_w = ode<double>(engine, "sor");
  answer.ode_config.contact_surface_layer = ode<double>(engine, "contact_surface_layer");
  answer.ode_config.contact_max_correcting_vel = ode<double>(engine, "contact_max_correcting_vel");
  answer.ode_config.cfm = ode<double>(engine, "cfm");
  answer.ode_config.erp = ode<double>(engine, "erp");
  answer.ode_config.max_contacts = ode<int>(engine, "max_contacts");
}

void set_ode(const physics::PhysicsEnginePtr& engine, const ODEPhysics& config) {
  engine->SetAutoDisableFlag(config.auto_disable_bodies);
  engine->SetParam("precon_iters", static_cast<int>(config.sor_pgs_precon_iters));
  engine->SetParam("iters", static_cast<int>(config.sor_pgs_iters));
  engine->SetParam("sor", config.sor_pgs_w);
  engine->SetParam("cfm", config.cfm);
  engine->SetParam("erp", config.erp);
  engine->SetParam("contact_surface_layer", config.contact_surface_layer);
  engine->SetParam("contact_max_correcting_vel", config.contact_max_correcting_vel);
  engine->SetParam("max_contacts", static_cast<int>(config.max_contacts));
}

void set_physics_properties(SetPhysicsProperties::Request& request,
                            SetPhysicsProperties::Response& answer) {
  const auto locked = simulator().lock();
  const auto engine = simulator().world()->Physics();
  const double step = simulator().step_size(), rate = request.max_update_rate;
  if (request.time_step > 0.0 && std::abs(request.time_step - step) > 1e-12) {
    std::ostringstream text;
    text << "the step of " << step
         << " s is fixed at the start; set <max_step_size> in the world or the parameter ~step";
    throw Refusal("time_step", text.str());
  }
  if (!(rate >= 0.0) || std::isinf(rate)) {
    throw Refusal("max_update_rate", "must be a finite number of steps per second, not " +
                                         std::to_string(rate) + "; 0 is as fast as possible");
  }
  const auto gravity = finite("gravity", vector_from(request.gravity));
  simulator().world()->SetGravity(gravity);
  engine->SetGravity(gravity);
  simulator().gate().set_update_rate(rate);
  answer.status_message = "gravity and update rate set";
  if (engine->GetType() == "ode" && request.ode_config.sor_pgs_iters > 0) {
    set_ode(engine, request.ode_config);
    answer.status_message += ", and ode_config";
  }
}

void set_wind(SetWind::Request& request, SetWind::Response& answer) {
  const auto velocity = finite("velocity", vector_from(request.velocity));
  const auto locked = simulator().lock();
  simulator().world()->Wind().SetLinearVel(velocity);
  answer.status_message = "wind set";
}

void set_weather(SceneLight& scene, SetWeather::Request& request, SetWeather::Response& answer) {
  const WeatherAnswer found = ask_weather(request);
  const auto locked = simulator().lock();
  simulator().set_weather(found.weather);
  scene.show(found.light);
  answer.status_message = found.message;
}

void pause() {
  simulator().gate().pause();
  const auto locked = simulator().lock();
  simulator().announce();
}

// Gazebo signals a reset of the time itself, so that a reset from its window counts too.
void reset(bool with_time) {
  const Gate::Hold hold = simulator().gate().stand_still();
  const auto locked = simulator().lock();
  if (with_time) {
    simulator().world()->Reset();
  } else {
    simulator().world()->ResetEntities(physics::Base::MODEL);
    // Otherwise a model's links keep their poses in it, and joints their positions.
    simulator().world()->ResetEntities(physics::Base::LINK);
    simulator().reset_done(false);
    simulator().restored();
  }
  simulator().announce();
}

}  // namespace

WorldServices::WorldServices() : light_(std::make_unique<SceneLight>(simulator().world())) {
  ros::NodeHandle& node = simulator().service_node();
  services_ = {
      offer<SpawnModel>(node, "gazebo/spawn_sdf_model",
                        [](auto& ask, auto& answer) { spawn_model(Format::SDF, ask, answer); }),
      offer<SpawnModel>(node, "gazebo/spawn_urdf_model",
                        [](auto& ask, auto& answer) { spawn_model(Format::URDF, ask, answer); }),
      offer<SpawnModel>(node, "gazebo/spawn_gazebo_model",
                        [](auto& ask, auto& answer) { spawn_model(Format::ANY, ask, answer); }),
      offer<DeleteModel>(node, "gazebo/delete_model",
                         [](auto& ask, auto&) { remove(ask.model_name); }),
      offer<GetWorldProperties>(node, "gazebo/get_world_properties", get_world_properties),
      offer<GetModelProperties>(node, "gazebo/get_model_properties", get_model_properties),
      offer<GetPhysicsProperties>(node, "gazebo/get_physics_properties", get_physics_properties),
      offer<SetPhysicsProperties>(node, "gazebo/set_physics_properties", set_physics_properties),
      offer<SetWeather>(node, "gazebo/set_weather",
                        [this](auto& ask, auto& answer) { set_weather(*light_, ask, answer); }),
      offer<SetWind>(node, "gazebo/set_wind", set_wind),
      offer_empty(node, "gazebo/pause_physics", pause),
      offer_empty(node, "gazebo/unpause_physics", [] { simulator().gate().unpause(); }),
      offer_empty(node, "gazebo/reset_simulation", [] { reset(true); }),
      offer_empty(node, "gazebo/reset_world", [] { reset(false); }),
  };
}

}  // namespace sim
