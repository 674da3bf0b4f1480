import type { PlaybackClock } from './clock';
import type { ImuSample } from '../device-files/imu-file';
import type { TrackingSample } from '../device-files/tracking-file';
import type { Recorded } from './video-sync';

/** One channel of a player: a recording of one camera. */
export interface PlayerChannel extends Recorded {
  /** 1 to 8. */
  channel: number;
  /** As shown on its tile, `CH1 · Road`. */
  label: string;
  /** Where the file is, with byte ranges. Empty: there is none. */
  url: string;
  /** The file could not be had: the tile shows that there is no video. */
  failed?: boolean;
  /** The name to save it under, for those who may; offered where the browser cannot play it. */
  saveAs?: string | undefined;
}

/** Something that happened, marked on slider and charts. */
export interface PlayerEvent {
  /** UTC milliseconds. */
  at: number;
  label: string;
}

/** What a {@link SyncedPlayer} plays. */
export interface PlayerEvidence {
  /** In the order of their places; the first that has a video is the master. At most 8. */
  channels: readonly PlayerChannel[];
  /** The route, by readTrackingFile. */
  tracking?: readonly TrackingSample[] | undefined;
  /** The motion sensor, by readImuFile. */
  imu?: readonly ImuSample[] | undefined;
  /** A clock of the caller's own, so that a map or a list elsewhere follows; without one the player has its own. */
  clock?: PlaybackClock | undefined;
}

/** How many channels a page shows, and a player at most. */
export const channelLimits = { page: 4, all: 8 } as const;

/** The channel that is played to its end; undefined if none has a video. */
export function masterOf(channels: readonly PlayerChannel[]): PlayerChannel | undefined {
  return channels.find(hasVideo);
}

/** Reports whether there is something to play. */
export function hasVideo({ url, failed }: PlayerChannel): boolean {
  return url !== '' && failed !== true;
}
