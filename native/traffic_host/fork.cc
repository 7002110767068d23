#include "traffic_host/fork.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>

#include "traffic_host/connection.h"

namespace sim::traffic_host {
namespace {

enum File { CONNECTION, REQUESTS, OBJECTS, OUTPUT, FILES };

void check(const std::vector<int>& files) {
  if (files.size() != FILES) {
    throw std::runtime_error("a fork takes " + std::to_string(FILES) + " descriptors, not " +
                             std::to_string(files.size()));
  }
  // A fork has one thread: a lock that another one holds would stay locked in it.
  namespace fs = std::filesystem;
  const auto threads = std::distance(fs::directory_iterator("/proc/self/task"), {});
  if (threads != 1) {
    throw std::runtime_error("SUMO has " + std::to_string(threads) +
                             " threads, which a fork would lack");
  }
}

void replace(int descriptor, int by) {
  if (dup2(by, descriptor) < 0) {
    throw std::system_error(errno, std::generic_category(), "files of a fork");
  }
}

// Gives the fork its own ends; the numbers remain, since SUMO has them.
void take_over(const std::vector<int>& files, SharedObjects& objects) {
  replace(connection().traci, files[CONNECTION]);
  replace(connection().requests, files[REQUESTS]);
  replace(STDOUT_FILENO, files[OUTPUT]);
  replace(STDERR_FILENO, files[OUTPUT]);
  objects.move_to(dup(files[OBJECTS]));
}

}  // namespace

int fork_host(const std::vector<int>& files, SharedObjects& objects) {
  check(files);
  std::cout.flush();
  // The system forgets forks that have ended.
  signal(SIGCHLD, SIG_IGN);
  const int child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork of SUMO");
  if (child == 0) {
    try {
      take_over(files, objects);
    } catch (const std::exception& error) {
      std::cerr << "Error: " << error.what() << std::endl;
      _exit(1);
    }
  }
  return child;
}

}  // namespace sim::traffic_host
