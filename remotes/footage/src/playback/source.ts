import type { ImuSample, TrackingSample } from '@outrider/sdk/device-files';
import type { PlayerChannel } from '@outrider/sdk/player';

/** A still picture of a camera. */
export interface Snapshot {
  name: string;
  url: string;
}

/** What is played together: videos, the route, the motion sensor, stills. */
export interface PlaybackSource {
  channels: PlayerChannel[];
  tracking?: TrackingSample[];
  imu?: ImuSample[];
  snapshots: Snapshot[];
  /** The zone of its times; the organisation's without one. */
  zone?: string;
  /** What is wrong with files that are left out, a sentence each. */
  problems: { file: string; text: string }[];
}

/** Reports whether there is nothing to show. */
export function isEmpty({ channels, tracking, imu, snapshots }: PlaybackSource): boolean {
  return channels.length === 0 && tracking === undefined && imu === undefined && snapshots.length === 0;
}
