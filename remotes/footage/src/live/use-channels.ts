import { toast, translate } from '@outrider/sdk';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

import { LiveChannel, realParts, type ChannelParts, type ChannelView } from './channel';
import { isLive, isSilent } from './channel-state';

/** The channels of a device. They stop when the panel goes, the page is hidden, or the device is another one. */
export function useChannels(deviceId: string, ids: readonly number[], parts: Omit<ChannelParts, 'onUnreachable'> = realParts): LiveChannel[] {
  const key = ids.join();
  const channels = useMemo(
    () => key.split(',').filter(Boolean).map((id) => new LiveChannel(deviceId, Number(id), { ...parts, onUnreachable: () => toast(translate('footage:live.notReached'), 'error') })),
    [deviceId, key, parts],
  );
  useEffect(() => {
    const reset = () => channels.forEach((channel) => channel.reset());
    const hidden = () => {
      if (document.visibilityState === 'hidden' && !document.pictureInPictureElement) {
        reset();
      }
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', reset);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', reset);
      reset();
    };
  }, [channels]);
  return channels;
}

/** What is shown of one channel. */
export function useChannelView(channel: LiveChannel): ChannelView {
  return useSyncExternalStore(channel.subscribe, channel.shown);
}

/** Whether any of the channels is live, whether all are muted, and whether it is known that none can be heard. */
export function useSummary(channels: readonly LiveChannel[]): { anyLive: boolean; allMuted: boolean; allSilent: boolean } {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = channels.map((channel) => channel.subscribe(listener));
      return () => stops.forEach((stop) => stop());
    },
    [channels],
  );
  const anyLive = useSyncExternalStore(subscribe, () => channels.some((channel) => isLive(channel.shown().state)));
  const allMuted = useSyncExternalStore(subscribe, () => channels.every((channel) => channel.shown().muted));
  const allSilent = useSyncExternalStore(subscribe, () => channels.length > 0 && channels.every((channel) => isSilent(channel.shown().sound)));
  return { anyLive, allMuted, allSilent };
}
