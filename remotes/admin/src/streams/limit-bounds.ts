import type { DeviceUsage, OwnLimit } from '../api/limits';

/** Whose limit of which topic; no device: the organisation as a whole. */
export interface LimitTarget {
  device: string;
  topic: string;
}

/** The bytes of a megabyte, as the console counts them. */
export const megabyte = 1024 * 1024;

/** What one limit is. 0: no bound. */
interface Limit {
  per_second: number;
  day: number;
  day_bytes: number;
}

/** What the configuration says, what may be set at most, what was set, and what holds. */
export function boundsOf({ limits, own, most }: DeviceUsage, { device, topic }: LimitTarget): { configured: Limit; most: Limit; own: OwnLimit | undefined; holds: Limit } {
  const found = limits.find((one) => one.topic === topic);
  const configured: Limit = device
    ? { per_second: found?.per_second ?? 0, day: found?.day ?? 0, day_bytes: found?.day_bytes ?? 0 }
    : { per_second: 0, day: found?.org_day ?? 0, day_bytes: found?.org_day_bytes ?? 0 };
  const set = own.find((one) => one.topic === topic && (one.device_id ?? '') === device);
  return {
    configured,
    most: { per_second: most * configured.per_second, day: most * configured.day, day_bytes: most * configured.day_bytes },
    own: set,
    holds: { per_second: set?.per_second ?? configured.per_second, day: set?.day ?? configured.day, day_bytes: set?.day_bytes ?? configured.day_bytes },
  };
}
