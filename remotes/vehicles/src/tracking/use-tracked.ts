import { instantOf, useFormat } from '@outrider/sdk';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { VehicleRecord } from '../api/get-vehicles';
import { getTrack, getTrips, getVehicle, type Range, type Trips } from './api';
import type { Track } from './track';
import { secondAfter, type Place } from './use-place';

/** How old an answer may be that is shown without asking again, in milliseconds. */
const freshMs = 60_000;

/** How often a range that goes on is asked for again, in milliseconds; a longer one less often. */
const renewMs = 30_000;
const renewLongMs = 300_000;
const longMs = 3 * 86_400_000;

/** How often to ask again for a time: never where it is over. */
function renewalOf(fromMs: number, toMs: number): number | false {
  return Date.now() > toMs + renewMs ? false : toMs - fromMs > longMs ? renewLongMs : renewMs;
}

/** What is asked for of every vehicle. Of one it is by its own clock, which the server knows; of several by the organisation's. */
export function useRange({ ids, start, end }: Place): Range {
  const { settings } = useFormat();
  return useMemo(() => {
    const until = secondAfter(end);
    if (ids.length < 2) return { start, end: until };
    const utc = (local: string) => new Date(instantOf(local, settings.zone)).toISOString();
    return { start: utc(start), end: utc(until) };
  }, [ids.length, start, end, settings.zone]);
}

const renewal = ({ state: { data } }: { state: { data?: Track | undefined } }) => (data ? renewalOf(data.fromMs, data.toMs) : false);

/** One vehicle, and what is known of its past. */
export interface Tracked {
  id: string;
  vehicle: VehicleRecord | undefined;
  track: UseQueryResult<Track>;
}

/** The tracks of some vehicles. */
export function useTracked(ids: readonly string[], range: Range): Tracked[] {
  const vehicles = useQueries({
    queries: ids.map((id) => ({ queryKey: ['tracked-vehicle', id], queryFn: ({ signal }: { signal: AbortSignal }) => getVehicle(id, signal), staleTime: freshMs, retry: false })),
  });
  const tracks = useQueries({
    queries: ids.map((id) => ({ queryKey: ['track', id, range.start, range.end], queryFn: ({ signal }: { signal: AbortSignal }) => getTrack(id, range, signal), staleTime: freshMs, retry: false, refetchInterval: renewal })),
  });
  return ids.flatMap((id, index) => {
    const track = tracks[index];
    return track ? [{ id, vehicle: vehicles[index]?.data, track }] : [];
  });
}

/** Trips and stops of one vehicle, asked for again as its track is; a stop is as long as the user set. */
export function useTrips(id: string, range: Range, stopMinutes: number, track: Track | undefined): UseQueryResult<Trips> {
  return useQuery({
    queryKey: ['trips', id, range.start, range.end, stopMinutes],
    queryFn: ({ signal }) => getTrips(id, range, stopMinutes, signal),
    staleTime: freshMs,
    retry: false,
    refetchInterval: track ? renewalOf(track.fromMs, track.toMs) : false,
    placeholderData: (before, query) => (query?.queryKey[1] === id && query.queryKey[2] === range.start && query.queryKey[3] === range.end ? before : undefined),
  });
}
