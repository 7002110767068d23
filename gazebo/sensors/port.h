// Interface of a sensor's topics. The physics thread calls everything with the world locked, unless
// stated otherwise.
#pragma once

#include <memory>

namespace sim {

// A sensor that computes with the physics: its measurement is made, and published, within the step.
class Port {
 public:
  virtual ~Port() = default;
  // Return whether it has subscribers.
  virtual bool wanted() const = 0;
  virtual void measure(double time) = 0;
  // Return the time before a measurement from which poses have to be recorded, s.
  virtual double exposure() const { return 0.0; }
};

// A sensor that renders the result of a step in Gazebo's main thread.
class Picture {
 public:
  virtual ~Picture() = default;
  virtual bool wanted() const = 0;
  // Return whether a program renders ground truth of it.
  virtual bool watched() const = 0;
  // Send the poses of everything to these programs.
  virtual void tell(double time) = 0;
  // Store the sensor's pose for settled(); false if it was removed with its model.
  virtual bool expect() = 0;
  // In the main thread: return whether the scene shows the sensor at the stored pose.
  virtual bool settled() const = 0;
  // In the main thread: draws and publishes.
  virtual void take(double time) = 0;
  // In the main thread, after the sensor was removed: release the rendering resources.
  virtual void close() = 0;
};

}  // namespace sim
