#include "laws/vehicle/differentials.h"

#include "laws/vehicle/root.h"

namespace sim::vehicle {
namespace {

// Precision in N m of the transferred torque, largest number of evaluations of the wheels, and
// smallest change of a speed by torque, rad/s for each N m.
constexpr double PRECISION = 1e-3;
constexpr int MOST = 30;
constexpr double LEAST = 1e-9;

}  // namespace

// Two wheels with a differential between them.
struct Differentials::Axle {
  const WheelDynamics* wheels;
  const Footing* footings;
  WheelTorques* torques;
  Lock* lock;

  double speed(std::size_t side, double more) const {
    WheelTorques changed = torques[side];
    changed.drive += more;
    return wheels[side].speed_after(footings[side], changed);
  }

  // Settle the lock under so much more torque from the other axle; gives the mean speed after.
  double settle(double more) const {
    const double half = 0.5 * more;
    if (lock->most > 0.0) {
      Differentials::settle(
          lock, [&](double moved) { return speed(1, half + moved) - speed(0, half - moved); });
    }
    return 0.5 * (speed(0, half - lock->moved) + speed(1, half + lock->moved));
  }

  void move(double more) const {
    torques[0].drive += 0.5 * more - lock->moved;
    torques[1].drive += 0.5 * more + lock->moved;
  }
};

template <class Function>
void Differentials::settle(Lock* lock, const Function& gain) {
  const double most = lock->most;
  if (gain(most) <= 0.0) {
    lock->moved = most;
  } else if (gain(-most) >= 0.0) {
    lock->moved = -most;
  } else {
    lock->moved = root(gain, lock->moved, {-most, most}, LEAST, PRECISION, MOST, &lock->slope);
  }
}

void Differentials::reset() {
  for (Lock* lock : {&front_, &rear_, &center_}) lock->moved = lock->slope = 0.0;
}

void Differentials::lock(const std::array<WheelDynamics, 4>& wheels,
                         const std::array<Footing, 4>& footings,
                         std::array<WheelTorques, 4>* torques) {
  if (front_.most + rear_.most + center_.most == 0.0) return;
  const Axle front = {&wheels[0], &footings[0], &(*torques)[0], &front_};
  const Axle rear = {&wheels[2], &footings[2], &(*torques)[2], &rear_};
  if (center_.most > 0.0) {
    settle(&center_, [&](double moved) { return rear.settle(moved) - front.settle(-moved); });
  }
  rear.settle(center_.moved);
  front.settle(-center_.moved);
  rear.move(center_.moved);
  front.move(-center_.moved);
}

}  // namespace sim::vehicle
