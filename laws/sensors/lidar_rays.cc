// Computations of lidars for each ray, for src/sim/embedded/lidar; Embree does the ray casting
// against triangles. Vectors of n rays are (3, n): each component of all rays is contiguous.
// Metres, radians.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "laws/interface.h"
#include "laws/vector.h"

using sim::cross;
using sim::dot;
using sim::Vector;

extern "C" {

// Triangles of a shell: unit normals and their products with a corner (m, 4), and the attributes of
// each triangle.
struct SimFaces {
  const double *planes, *greys, *reflectivity;
  const std::uint8_t* kinds;
  const std::uint16_t* things;
};

// Hits of rays; the last three are null without labels.
struct SimHits {
  double *distances, *brightness, *reflectivity;
  std::int64_t* things;
  double* cosines;
  std::uint8_t* kinds;
  std::uint16_t* instances;
};

// Rays in the world, and the share of the interval between two snapshots at which each is fired.
struct SimRays {
  std::int64_t count;
  const double *origins, *directions, *share;
  const std::int64_t* interval;
};

// Motions of `things` things in each interval (3, k): start positions and displacements, inverse of
// their rotation at the start (9, k), rotation axis, and rotation angle (k,).
struct SimPaths {
  std::int64_t things, legs;
  const double *begins, *ways, *inverses, *axes, *angles;
};

// Rays in the frames of things: which ray and which thing, (3, capacity) in double precision, and
// (capacity, 3) in single precision about the middle of the thing's box.
struct SimLocalRays {
  std::int64_t capacity;
  std::int64_t *rays, *things;
  double *eyes, *along;
  float *starts, *heads;
};
}

namespace {

// Below this cosine a plane is seen so flatly that Embree's own distance is the better one.
constexpr double GRAZING = 1e-6;
// Margin in m by which boxes are enlarged; larger than the error of single precision.
constexpr double MARGIN = 1e-3;

Vector taken(const double* vectors, std::int64_t count, std::int64_t number) {
  return {vectors[number], vectors[count + number], vectors[2 * count + number]};
}

Vector product(const double* turns, std::int64_t count, std::int64_t number, const Vector& vector) {
  Vector found;
  for (int row = 0; row < 3; ++row)
    found[row] = dot(taken(turns + 3 * row * count, count, number), vector);
  return found;
}

// Turns vectors about a unit axis: Rodrigues' formula.
class Turn {
 public:
  Turn(const Vector& axis, double angle)
      : axis_(axis), cosine_(std::cos(angle)), sine_(std::sin(angle)) {}

  Vector operator()(const Vector& v) const {
    const double along = (1.0 - cosine_) * dot(axis_, v);
    const Vector across = cross(axis_, v);
    Vector found;
    for (int i = 0; i < 3; ++i) found[i] = cosine_ * v[i] + sine_ * across[i] + along * axis_[i];
    return found;
  }

 private:
  Vector axis_;
  double cosine_, sine_;
};

// Return whether a ray enters a box within its length.
bool meets(const Vector& eye, const Vector& along, const double* lower, const double* upper,
           double far) {
  double begin = 0.0, end = far;
  for (int i = 0; i < 3; ++i) {
    const double low = lower[i] - MARGIN - eye[i], high = upper[i] + MARGIN - eye[i];
    if (along[i] == 0.0) {
      if (low > 0.0 || high < 0.0) return false;
      continue;
    }
    const double one = low / along[i], other = high / along[i];
    begin = std::max(begin, std::min(one, other));
    end = std::min(end, std::max(one, other));
  }
  return begin <= end;
}

void note_single(const Vector& eye, const Vector& along, const double* middle, std::int64_t number,
                 float* starts, float* heads) {
  for (int i = 0; i < 3; ++i) {
    starts[3 * number + i] = static_cast<float>(eye[i] - middle[i]);
    heads[3 * number + i] = static_cast<float>(along[i]);
  }
}

}  // namespace

// Rays in single precision (n, 3), as Embree takes them, about `middle` (3,).
SIM_INTERFACE void sim_lidar_single(const SimRays* rays, const double* middle, float* starts,
                                    float* heads) {
  for (std::int64_t i = 0; i < rays->count; ++i)
    note_single(taken(rays->origins, rays->count, i), taken(rays->directions, rays->count, i),
                middle, i, starts, heads);
}

// Filter and sort pairs of a ray and a box (counting sort). Keeps those of the `count` pairs whose
// box belongs to the ray's interval and whose box is nearer, by `nearest`, than the ray's hit so
// far; sorts them by the number of the box's shell. The pairs of a shell end at `ends` (shells,).
SIM_INTERFACE void sim_lidar_pairs(std::int64_t count, const std::int64_t* ray,
                                   const std::int64_t* box, const SimRays* rays,
                                   const double* distances, const double* nearest,
                                   const std::int64_t* interval, const std::int64_t* number,
                                   int shells, std::int64_t* sorted_ray, std::int64_t* sorted_box,
                                   std::int64_t* ends) {
  const auto kept = [&](std::int64_t i) {
    return distances[ray[i]] > nearest[box[i]] && rays->interval[ray[i]] == interval[box[i]];
  };
  std::fill(ends, ends + shells, 0);
  for (std::int64_t i = 0; i < count; ++i)
    if (kept(i)) ++ends[number[box[i]]];
  std::int64_t begin = 0;
  for (int shell = 0; shell < shells; ++shell) {
    const std::int64_t pairs = ends[shell];
    ends[shell] = begin;
    begin += pairs;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    if (!kept(i)) continue;
    const std::int64_t place = ends[number[box[i]]]++;
    sorted_ray[place] = ray[i];
    sorted_box[place] = box[i];
  }
}

// Transform rays into the frames of the things `thing` (boxes,) of their boxes, at the moments of
// the rays. Keeps the rays that enter the box from `lower` to `upper` (3,) before their hit so far;
// returns their number.
SIM_INTERFACE std::int64_t sim_lidar_into(std::int64_t count, const std::int64_t* ray,
                                          const std::int64_t* box, const std::int64_t* thing,
                                          const SimRays* rays, const SimPaths* paths,
                                          const double* distances, const double* lower,
                                          const double* upper, const double* middle,
                                          const SimLocalRays* found) {
  std::int64_t kept = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t own = ray[i];
    const std::int64_t leg = rays->interval[own] * paths->things + thing[box[i]];
    Vector eye = taken(rays->origins, rays->count, own);
    const Vector begin = taken(paths->begins, paths->legs, leg);
    const Vector way = taken(paths->ways, paths->legs, leg);
    for (int k = 0; k < 3; ++k) eye[k] -= way[k] * rays->share[own] + begin[k];
    eye = product(paths->inverses, paths->legs, leg, eye);
    Vector along =
        product(paths->inverses, paths->legs, leg, taken(rays->directions, rays->count, own));
    if (paths->angles[leg] != 0.0) {
      const Turn turn(taken(paths->axes, paths->legs, leg), -rays->share[own] * paths->angles[leg]);
      eye = turn(eye);
      along = turn(along);
    }
    if (!meets(eye, along, lower, upper, distances[own])) continue;
    found->rays[kept] = own;
    found->things[kept] = thing[box[i]];
    for (int k = 0; k < 3; ++k) {
      found->eyes[k * found->capacity + kept] = eye[k];
      found->along[k * found->capacity + kept] = along[k];
    }
    note_single(eye, along, middle, kept++, found->starts, found->heads);
  }
  return kept;
}

// Store the hits of `count` rays that are nearer than the stored ones. `found` (count,) are the
// triangles, -1 without a hit. `rays` (count,) are the rows to store into, `things` (count,) the
// things that were hit, `instances` (things,) their instances; each may be null: consecutive rows,
// -1, and the triangles' own instances. Distances are those to the triangles' planes, from `eyes`
// along `along` (3, stride), or `lengths` (count,) if given. Rays that graze their plane too flatly
// are not stored: writes their rows into `flat` and returns their number.
SIM_INTERFACE std::int64_t sim_lidar_hits(const SimFaces* faces, std::int64_t count,
                                          std::int64_t stride, const std::int32_t* found,
                                          const double* eyes, const double* along,
                                          const float* lengths, const std::int64_t* rays,
                                          const std::int64_t* things,
                                          const std::uint16_t* instances, const SimHits* hits,
                                          std::int64_t* flat) {
  std::int64_t flats = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int32_t face = found[i];
    if (face < 0) continue;
    const double* const plane = faces->planes + 4 * static_cast<std::int64_t>(face);
    const Vector normal = {plane[0], plane[1], plane[2]};
    double cosine = dot(normal, taken(along, stride, i)), distance;
    if (lengths) {
      distance = lengths[i];
      cosine = 0.0;
    } else if (std::abs(cosine) < GRAZING) {
      flat[flats++] = i;
      continue;
    } else {
      distance = (plane[3] - dot(normal, taken(eyes, stride, i))) / cosine;
    }
    const std::int64_t own = rays ? rays[i] : i;
    if (!(distance < hits->distances[own])) continue;
    hits->distances[own] = distance;
    hits->brightness[own] = faces->greys[face] * std::abs(cosine);
    hits->reflectivity[own] = faces->reflectivity[face];
    hits->things[own] = things ? things[i] : -1;
    if (!hits->cosines) continue;
    hits->cosines[own] = std::abs(cosine);
    hits->kinds[own] = faces->kinds[face];
    hits->instances[own] = instances && things ? instances[things[i]] : faces->things[face];
  }
  return flats;
}
