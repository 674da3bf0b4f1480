import { useEffect, useState } from 'react';

import type { LiveChannel } from './channel';

/** What is measured of a channel that plays. */
export interface Meter {
  /** Seconds behind the camera. */
  latency: number | undefined;
  shownAt: Date | undefined;
  /** Kilobits a second, over the last seconds. */
  kilobits: number;
}

/** How many seconds the rate is an average of. */
const window = 4;

/** Reads a channel's instruments every second. */
export function useMeter(channel: LiveChannel): Meter {
  const [meter, setMeter] = useState<Meter>({ latency: undefined, shownAt: undefined, kilobits: 0 });
  useEffect(() => {
    const counts = [channel.bytes];
    const read = () => {
      counts.push(channel.bytes);
      if (counts.length > window + 1) {
        counts.shift();
      }
      const bytes = channel.bytes - (counts[0] ?? 0);
      setMeter({ latency: channel.latency(), shownAt: channel.shownAt(), kilobits: Math.round((bytes * 8) / 1000 / (counts.length - 1)) });
    };
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [channel]);
  return meter;
}

/** How long something is live, and how many bytes came. */
export function useWatched(channels: readonly LiveChannel[], isOn: boolean): { seconds: number; bytes: number } {
  const [watched, setWatched] = useState({ seconds: 0, bytes: 0 });
  useEffect(() => {
    if (!isOn) {
      return;
    }
    const timer = setInterval(() => {
      setWatched(({ seconds }) => ({ seconds: seconds + 1, bytes: channels.reduce((sum, channel) => sum + channel.bytes, 0) }));
    }, 1000);
    return () => clearInterval(timer);
  }, [channels, isOn]);
  return watched;
}
