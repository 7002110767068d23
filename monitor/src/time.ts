// Times as ROS has them.

export interface RosTime { sec: number; nsec: number }

/** s as seconds and nanoseconds. */
export function rosTime(seconds: number): RosTime {
  const sec = Math.floor(seconds);
  return { sec, nsec: Math.min(Math.round((seconds - sec) * 1e9), 999_999_999) };
}
