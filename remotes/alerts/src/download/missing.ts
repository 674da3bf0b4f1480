import type { EvidenceFile } from '../api/evidence';

/** What a download lacks of the files that belong to an alert: `CH3`, `snapshots.zip`, `gps_data.csv`, `imu.csv`. `names` are those in the zip. */
export function missingIn(names: readonly string[], files: readonly EvidenceFile[]): string[] {
  const has = (ending: string) => names.some((name) => name.toLowerCase().endsWith(ending));
  const hasChannel = (channel: number) => names.some((name) => name.toLowerCase().endsWith('.mp4') && new RegExp(`(^|[^a-z0-9])ch0?${channel}([^0-9]|$)`, 'i').test(name));
  const missing = files.flatMap(({ kind, channel }) => {
    switch (kind) {
      case 'video':
        return hasChannel(channel) ? [] : [`CH${channel}`];
      case 'pictures':
        return has('snapshots.zip') ? [] : ['snapshots.zip'];
      case 'tracking':
        return has('gps_data.csv') ? [] : ['gps_data.csv'];
      case 'imu':
        return has('imu.csv') ? [] : ['imu.csv'];
    }
  });
  return [...new Set(missing)].sort();
}
