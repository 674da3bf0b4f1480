import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useRested } from '../state/use-moment';
import { getTrack } from './api';
import { withDetail, type Track } from './track';

/** How long the chart has to rest on a time before its readings are fetched, in milliseconds. */
const restMs = 350;
/** As much before and after the chart is fetched along, as a share of it. */
const around = 0.5;

/** A track of which readings were left out, with all readings of the time that the chart shows, as soon as they are there. */
export function useDetail(vehicleId: string, whole: Track, view: { from: number; to: number }): Track {
  const { from, to } = useRested(view, restMs);
  const length = to - from;
  const isPart = whole.stepMs > 0 && length * (1 + 2 * around) < (whole.toMs - whole.fromMs) / 2;
  // Whole steps, so that a chart that is moved a little asks for nothing new.
  const step = Math.max(60_000, length * around);
  const fromMs = Math.max(whole.fromMs, Math.floor((from - step) / step) * step);
  const toMs = Math.min(whole.toMs, Math.ceil((to + step) / step) * step);
  const detail = useQuery({
    queryKey: ['track', vehicleId, 'detail', fromMs, toMs],
    queryFn: ({ signal }) => getTrack(vehicleId, { start: new Date(fromMs).toISOString(), end: new Date(toMs).toISOString() }, signal),
    enabled: isPart,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const fine = isPart ? detail.data : undefined;
  return useMemo(() => (fine ? withDetail(whole, fine) : whole), [whole, fine]);
}
