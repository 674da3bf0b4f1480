import { instantOf } from '@outrider/sdk';

import { readDeviceFile, readSnapshots } from './read-file';
import type { PlaybackSource } from './source';

/** How long a video is, in milliseconds, or undefined if it is none that this browser can play. */
export type MeasureVideo = (url: string) => Promise<number | undefined>;

/** How long a file may take to show that it is a video, in milliseconds. */
const measureMs = 10_000;

/** Measures a video by the browser's own player. */
export const measureVideo: MeasureVideo = (url) =>
  new Promise((resolve) => {
    const video = document.createElement('video');
    const end = (ms: number | undefined) => {
      clearTimeout(timer);
      video.removeAttribute('src');
      resolve(ms);
    };
    const timer = setTimeout(() => end(undefined), measureMs);
    video.preload = 'metadata';
    video.onloadedmetadata = () => end(Number.isFinite(video.duration) ? video.duration * 1000 : undefined);
    video.onerror = () => end(undefined);
    video.src = url;
  });

/** Most channels that play together. */
const mostChannels = 8;

interface Video {
  file: File;
  url: string;
  durationMs: number;
  channel: number | undefined;
  startMs: number | undefined;
}

/** Files from the user's disk as one playback: MP4s by channel, tracking and IMU files, a zip of stills. What cannot be read is a problem. */
export async function readFromDisk(files: readonly File[], zone: string, texts: { notVideo: string; tooMany: string }, measure: MeasureVideo = measureVideo): Promise<PlaybackSource> {
  const source: PlaybackSource = { channels: [], snapshots: [], problems: [], zone };
  const videos: Video[] = [];
  for (const file of files) {
    try {
      if (/\.(mp4|m4v|mov)$/i.test(file.name)) {
        const url = URL.createObjectURL(file);
        const durationMs = await measure(url);
        if (durationMs === undefined) {
          URL.revokeObjectURL(url);
          throw new Error(texts.notVideo);
        }
        if (videos.length === mostChannels) {
          URL.revokeObjectURL(url);
          throw new Error(texts.tooMany);
        }
        videos.push({ file, url, durationMs, channel: channelOf(file.name), startMs: startOf(file.name, zone) });
      } else if (/\.zip$/i.test(file.name)) {
        source.snapshots.push(...readSnapshots(await file.arrayBuffer()));
      } else {
        const read = readDeviceFile(await file.arrayBuffer());
        if (read.kind === 'tracking') source.tracking = read.samples;
        else source.imu = read.samples;
      }
    } catch (error) {
      source.problems.push({ file: file.name, text: error instanceof Error ? error.message : String(error) });
    }
  }
  const usual = source.tracking?.[0]?.time ?? source.imu?.[0]?.time ?? files[0]?.lastModified ?? 0;
  source.channels = placed(videos, usual);
  return source;
}

/** Gives each video a channel and a start: by its name where that says so, else the next that is free, and when the others begin. */
function placed(videos: readonly Video[], usual: number): PlaybackSource['channels'] {
  const taken = new Set<number>();
  const free = () => Array.from({ length: mostChannels }, (_, i) => i + 1).find((channel) => !taken.has(channel));
  const start = Math.min(...videos.map(({ startMs }) => startMs ?? Infinity));
  return videos
    .flatMap(({ url, file, durationMs, channel: named, startMs }) => {
      const channel = named !== undefined && !taken.has(named) ? named : free();
      if (channel === undefined) return [];
      taken.add(channel);
      return [{ channel, label: `CH${channel} · ${file.name}`, url, durationMs, startMs: startMs ?? (Number.isFinite(start) ? start : usual) }];
    })
    .sort((a, b) => a.channel - b.channel);
}

/** The channel that a file's name says, `…_CH2.mp4`. */
export function channelOf(name: string): number | undefined {
  const found = /(?:^|[^\p{L}])ch(?:annel)?[ _-]?([1-8])(?!\d)/iu.exec(name);
  return found ? Number(found[1]) : undefined;
}

/** When a file begins by its name, `…_2026_11_21__14_41_26_…`, in milliseconds. */
export function startOf(name: string, zone: string): number | undefined {
  const found = /(\d{4})_(\d{2})_(\d{2})__(\d{2})_(\d{2})_(\d{2})/.exec(name);
  if (!found) {
    return undefined;
  }
  const at = instantOf(`${found.slice(1, 4).join('-')}T${found.slice(4, 7).join(':')}`, zone);
  return Number.isNaN(at) ? undefined : at;
}

/** Lets go of what {@link readFromDisk} holds in memory. */
export function release({ channels, snapshots }: PlaybackSource): void {
  [...channels, ...snapshots].filter(({ url }) => url.startsWith('blob:')).forEach(({ url }) => URL.revokeObjectURL(url));
}
