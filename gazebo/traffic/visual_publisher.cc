#include "traffic/visual_publisher.h"

#include <cmath>

#include <gazebo/physics/World.hh>
#include <gazebo/transport/Node.hh>
#include <gazebo/transport/Publisher.hh>

namespace sim {
namespace {

constexpr double PERIOD = 0.1;
// Messages that may wait to be sent, where a light changes all its lamps at once in a large town.
constexpr unsigned QUEUE = 10000;

}  // namespace

VisualPublisher::VisualPublisher(const gazebo::physics::WorldPtr& world)
    : node_(new gazebo::transport::Node) {
  node_->Init(world->Name());
  visuals_ = node_->Advertise<gazebo::msgs::Visual>("~/visual", QUEUE);
  sender_ = std::thread([this] { send(); });
}

VisualPublisher::~VisualPublisher() {
  {
    std::lock_guard<std::mutex> guard(mutex_);
    ending_ = true;
  }
  news_.notify_one();
  sender_.join();
  visuals_.reset();
  node_->Fini();
}

bool VisualPublisher::watched(double time) {
  if (std::abs(time - looked_) < PERIOD) return watched_;
  looked_ = time;
  const bool before = watched_;
  const unsigned remote = visuals_->GetRemoteSubscriptionCount();
  watched_ = visuals_->HasConnections();
  newcomer_ = newcomer_ || (watched_ && (!before || remote > remote_));
  remote_ = remote;
  return watched_;
}

bool VisualPublisher::newcomer() {
  const bool found = newcomer_;
  newcomer_ = false;
  return found;
}

void VisualPublisher::flush() {
  if (taken_.empty()) return;
  {
    std::lock_guard<std::mutex> guard(mutex_);
    waiting_.insert(waiting_.end(), taken_.begin(), taken_.end());
  }
  taken_.clear();
  news_.notify_one();
}

void VisualPublisher::send() {
  std::vector<VisualPtr> visuals;
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    news_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    visuals.swap(waiting_);
    lock.unlock();
    for (const auto& visual : visuals) visuals_->Publish(*visual);
    visuals.clear();
    lock.lock();
  }
}

}  // namespace sim
