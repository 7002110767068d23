// Topics with data of sensors.

import type { Connection } from "./connection";

/** What a picture panel shows instead of one topic: all pictures that cameras take. */
export const ALL = "all cameras";
export const PICTURES = ["sensor_msgs/Image"];
/** What the 3D view draws of sensors. */
export const RETURNS = ["sensor_msgs/PointCloud2", "sensor_msgs/LaserScan", "sensor_msgs/Range", "sensor_msgs/CameraInfo"];
/** What the embedded simulator's cameras and lidars know beside what they measure. */
const TRUTH = /\/(semantic|instance|flow)(\/|$)/;
/** Degraded copies of topics, which would be drawn over them. */
const COPIES = /^\/noisy\//;

/** Topics of these types, without ground truth and degraded copies. */
export function measured(connection: Connection, types: string[]): string[] {
  return connection.topicsOf(...types).filter((topic) => {
    if (TRUTH.test(topic) || COPIES.test(topic)) return false;
    // A camera's depths accompany its pictures; a depth camera's depths are its measurement.
    return !/\/depth\/[^/]+$/.test(topic) || !connection.channels.has(topic.replace(/\/depth(\/[^/]+)$/, "$1"));
  });
}
