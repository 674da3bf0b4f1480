import { usePermission } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getVideoRate } from '../api/video-rate';

/** Bytes that a second of a channel takes on a device of which nothing was fetched yet. */
const usualRate = 160_000;

/** Bytes that a second of a channel takes, by what was fetched from a device before. */
export function useVideoRate(deviceId: string): number {
  const mayList = usePermission('listFilesets');
  const rate = useQuery({ queryKey: ['video-rate', deviceId], queryFn: ({ signal }) => getVideoRate(deviceId, signal), enabled: mayList, retry: false, staleTime: 300_000 });
  return rate.data ?? usualRate;
}
