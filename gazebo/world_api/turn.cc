#include "world_api/turn.h"

#include <condition_variable>
#include <mutex>
#include <set>

namespace sim {
namespace {

std::mutex mutex;
std::condition_variable ended;
std::set<std::string> taken;

}  // namespace

Turn::Turn(const std::string& name) : name_(name) {
  std::unique_lock<std::mutex> guard(mutex);
  ended.wait(guard, [&] { return taken.insert(name_).second; });
}

Turn::~Turn() {
  const std::lock_guard<std::mutex> guard(mutex);
  taken.erase(name_);
  ended.notify_all();
}

}  // namespace sim
