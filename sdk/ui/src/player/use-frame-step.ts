import { useCallback, useEffect, useState, type RefObject } from 'react';

import type { PlaybackClock } from './clock';
import { FrameMeter } from './frame-meter';

/** Steps a clock by the pictures of the first video within `root`: -1 is one back. It pauses. */
export function useFrameStep(root: RefObject<HTMLElement | null>, clock: PlaybackClock): (pictures: number) => void {
  const [meter] = useState(() => new FrameMeter());
  useEffect(() => {
    let watched: HTMLVideoElement | undefined;
    let id = 0;
    const note = (_now: number, { mediaTime, presentedFrames }: VideoFrameCallbackMetadata) => {
      meter.note(mediaTime, presentedFrames);
      id = watched?.requestVideoFrameCallback(note) ?? 0;
    };
    const watch = () => {
      const video = root.current?.querySelector('video') ?? undefined;
      if (video !== watched) {
        watched?.cancelVideoFrameCallback?.(id);
        watched = video;
        id = video?.requestVideoFrameCallback?.(note) ?? 0;
      }
    };
    watch();
    const leave = clock.onState(watch);
    return () => {
      leave();
      watched?.cancelVideoFrameCallback?.(id);
    };
  }, [root, clock, meter]);
  return useCallback(
    (pictures: number) => {
      clock.pause();
      clock.seek(clock.at() + pictures * meter.frameMs(), 'step');
    },
    [clock, meter],
  );
}
