import { readImuFile, readTrackingFile, type ImuSample, type TrackingSample } from '@outrider/sdk/device-files';
import type { PlayerChannel } from '@outrider/sdk/player';

/** Clips of 12 s from the simulated recorder, as small as they get, with its clock in the picture. */
const clips = [
  { url: new URL('./media/ch1.mp4', import.meta.url), label: 'CH1 · Road', offsetMs: 0 },
  { url: new URL('./media/ch2.mp4', import.meta.url), label: 'CH2 · Cabin', offsetMs: 240 },
  { url: new URL('./media/ch3.mp4', import.meta.url), label: 'CH3 · Left', offsetMs: 0 },
  { url: new URL('./media/ch4.mp4', import.meta.url), label: 'CH4 · Rear', offsetMs: -160 },
];
const trackUrl = new URL('./media/track.bin', import.meta.url);
const imuUrl = new URL('./media/imu.bin', import.meta.url);

/** When the first picture of channel 1 was taken, and how long the clips are; in milliseconds. */
export const clipStartMs = 1_772_605_320_000;
const clipMs = 12_000;

/** What the player of the gallery plays. */
export interface PlayerMedia {
  channels: PlayerChannel[];
  tracking: TrackingSample[];
  imu: ImuSample[];
}

/** Fetches the clips; as blobs, since files of the shell are not named as videos. */
export async function fetchPlayerMedia(): Promise<PlayerMedia> {
  const bytes = async (url: URL) => (await fetch(url)).arrayBuffer();
  const channels = await Promise.all(
    clips.map(async ({ url, label, offsetMs }, index) => ({
      channel: index + 1,
      label,
      url: URL.createObjectURL(new Blob([await bytes(url)], { type: 'video/mp4' })),
      startMs: clipStartMs + offsetMs,
      durationMs: clipMs,
    })),
  );
  return { channels, tracking: readTrackingFile(await bytes(trackUrl)), imu: readImuFile(await bytes(imuUrl)) };
}
