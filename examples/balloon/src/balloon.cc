// Holds a model of 1 kg without weight at an altitude, by a spring and a damper.
#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>

class Balloon : public gazebo::ModelPlugin {
 public:
  void Load(gazebo::physics::ModelPtr model, sdf::ElementPtr parameters) override {
    link_ = model->GetLink("link");
    altitude_ = parameters->Get<double>("altitude", 3.0).first;
    update_ = gazebo::event::Events::ConnectWorldUpdateBegin([this](const auto&) { Update(); });
  }

 private:
  void Update() {
    const double below = altitude_ - link_->WorldPose().Pos().Z();
    link_->AddForce({0.0, 0.0, 4.0 * below - 4.0 * link_->WorldLinearVel().Z()});
  }

  gazebo::physics::LinkPtr link_;
  double altitude_ = 0.0;
  gazebo::event::ConnectionPtr update_;
};

GZ_REGISTER_MODEL_PLUGIN(Balloon)
