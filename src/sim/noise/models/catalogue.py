"""Every model by the name that profiles call it."""
from __future__ import annotations

from typing import Dict, Type

from sim.noise.models import depth, gps, image, image_shift, imu, lidar, lidar_edges, objects, rotations, timing, values, wandering, wheels
from sim.noise.models.model import Model

MODELS: Dict[str, Type[Model]] = {
    "gaussian": values.Gaussian,
    "multiplicative": values.Multiplicative,
    "mixture": values.Mixture,
    "quantisation": values.Quantisation,
    "bias": values.Bias,
    "gain": values.Gain,
    "dropout": values.Dropout,
    "outliers": values.Outliers,
    "saturation": values.Saturation,
    "dead_band": values.DeadBand,
    "random_walk": wandering.RandomWalk,
    "gauss_markov": wandering.GaussMarkov,
    "bias_instability": wandering.BiasInstability,
    "turn_on_bias": wandering.TurnOnBias,
    "drift": wandering.Drift,
    "latency": timing.Latency,
    "message_loss": timing.MessageLoss,
    "image_gaussian": image.ImageGaussian,
    "image_shot": image.ImageShot,
    "image_salt_pepper": image.ImageSaltPepper,
    "image_exposure": image.ImageExposure,
    "image_shift": image_shift.ImageShift,
    "lidar_range": lidar.LidarRange,
    "lidar_resolution": lidar.LidarResolution,
    "lidar_angles": lidar.LidarAngles,
    "lidar_ring_bias": lidar.LidarRingBias,
    "lidar_dropout": lidar.LidarDropout,
    "lidar_outliers": lidar.LidarOutliers,
    "lidar_intensity": lidar.LidarIntensity,
    "lidar_mixed_pixels": lidar_edges.LidarMixedPixels,
    "depth_disparity": depth.DepthDisparity,
    "depth_axial": depth.DepthAxial,
    "depth_occlusion": depth.DepthOcclusion,
    "gyroscope": imu.Gyroscope,
    "accelerometer": imu.Accelerometer,
    "rotation": rotations.Rotation,
    "gps": gps.Gps,
    "wheel_ticks": wheels.WheelTicks,
    "wheel_slip": wheels.WheelSlip,
    "object_position": objects.ObjectPosition,
    "object_rotation": objects.ObjectRotation,
    "object_lost": objects.ObjectLost,
    "object_duplicated": objects.ObjectDuplicated,
    "object_mislabelled": objects.ObjectMislabelled,
}
