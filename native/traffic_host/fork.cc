#include "traffic_host/fork.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>

#include "traffic_host/connection.h"

namespace sim::traffic_host {
namespace {

enum File { CONNECTION, REQUESTS, OBJECTS, OUTPUT, FILES };

// A file that SUMO reads as it goes. Its offset would be that of parent and fork together.
struct Reading {
  int descriptor;
  off_t offset;
};

std::string path_of(int descriptor) {
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor)).string();
}

bool connected(int socket) {
  sockaddr_storage other;
  socklen_t size = sizeof(other);
  return getpeername(socket, reinterpret_cast<sockaddr*>(&other), &size) == 0;
}

// Returns what SUMO reads. Throws if it writes, since parent and fork would write to one place.
// `known` are descriptors of this program itself.
std::vector<Reading> readings(const std::set<int>& known) {
  std::vector<Reading> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    const int descriptor = std::stoi(entry.path().filename().string());
    struct stat kind;
    if (known.count(descriptor) || fstat(descriptor, &kind) < 0) continue;
    if (S_ISREG(kind.st_mode)) {
      if ((fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY) {
        throw std::runtime_error("SUMO writes to " + path_of(descriptor) +
                                 ", which a fork would share");
      }
      found.push_back({descriptor, lseek(descriptor, 0, SEEK_CUR)});
    } else if (S_ISSOCK(kind.st_mode) && connected(descriptor)) {
      throw std::runtime_error("SUMO has a connection, which a fork would share");
    }
  }
  return found;
}

void check(const std::vector<int>& files) {
  if (files.size() != FILES) {
    throw std::runtime_error("a fork takes " + std::to_string(FILES) + " descriptors, not " +
                             std::to_string(files.size()));
  }
  // A fork has one thread: a lock that another one holds would stay locked in it.
  const auto threads = std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
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

// Opens a file once more, at the same place.
void reopen(const Reading& reading) {
  const std::string path = "/proc/self/fd/" + std::to_string(reading.descriptor);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 || lseek(file, reading.offset, SEEK_SET) < 0) {
    throw std::system_error(errno, std::generic_category(), path_of(reading.descriptor));
  }
  replace(reading.descriptor, file);
  close(file);
}

// Gives the fork its own ends; the numbers remain, since SUMO has them.
void take_over(const std::vector<int>& files, const std::vector<Reading>& read,
               SharedObjects& objects) {
  for (const Reading& reading : read) reopen(reading);
  replace(connection().traci, files[CONNECTION]);
  replace(connection().requests, files[REQUESTS]);
  replace(STDOUT_FILENO, files[OUTPUT]);
  replace(STDERR_FILENO, files[OUTPUT]);
  replace(objects.file(), files[OBJECTS]);
  objects.move();
}

}  // namespace

int fork_host(const std::vector<int>& files, SharedObjects& objects) {
  check(files);
  std::set<int> known(files.begin(), files.end());
  known.insert({STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, objects.file(), connection().traci,
                connection().requests});
  const std::vector<Reading> read = readings(known);
  std::cout.flush();
  // The system forgets forks that have ended.
  signal(SIGCHLD, SIG_IGN);
  const int child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork of SUMO");
  if (child == 0) {
    try {
      take_over(files, read, objects);
    } catch (const std::exception& error) {
      std::cerr << "Error: " << error.what() << std::endl;
      _exit(1);
    }
  }
  return child;
}

}  // namespace sim::traffic_host
