// What gives a sensor its topics. Everything is called by the physics thread with the world locked,
// unless it says otherwise.
#pragma once

#include <memory>

namespace sim {

// A sensor that computes with the physics: its measurement is made, and published, within the step.
class Port {
 public:
  virtual ~Port() = default;
  // Whether it has subscribers.
  virtual bool wanted() const = 0;
  virtual void measure(double time) = 0;
  // How long before a measurement it has to be known where everything was, s.
  virtual double exposure() const { return 0.0; }
};

// A sensor that draws, in Gazebo's main thread, what a step has left behind.
class Picture {
 public:
  virtual ~Picture() = default;
  virtual bool wanted() const = 0;
  // Whether somebody draws ground truth of it.
  virtual bool watched() const = 0;
  // Tells them where everything is.
  virtual void tell(double time) = 0;
  // Notes where the sensor is, for settled(); false where it is gone with its model.
  virtual bool expect() = 0;
  // In the main thread: whether the scene shows the sensor where it was expected.
  virtual bool settled() const = 0;
  // In the main thread: draws and publishes.
  virtual void take(double time) = 0;
  // In the main thread, once the sensor is gone: gives back what it draws with.
  virtual void close() = 0;
};

}  // namespace sim
