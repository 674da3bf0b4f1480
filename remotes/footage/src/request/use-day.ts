import { addDays, instantOf, useNow, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getEvents } from '../api/events';
import { getRecordings, type Interval } from '../api/recordings';
import { dayEvents } from '../timeline/event-looks';
import type { DayEvent } from '../timeline/lanes';
import { wallClock } from '../clip/rules';

/** What is known of a day of a vehicle. */
export interface Day {
  intervals: readonly Interval[];
  events: readonly DayEvent[];
  /** `YYYY-MM-DD` now, by the vehicle's clock. */
  today: string;
  /** The second of the day that it is now; undefined on another day. */
  now: number | undefined;
  state: 'pending' | 'failed' | 'empty' | 'known';
  retry: () => void;
}

const nothing: readonly Interval[] = [];

/** What a device has of a day, if that is of interest. */
export function useRecordings(deviceId: string, date: string, enabled: boolean) {
  return useQuery({ queryKey: ['recordings', deviceId, date], queryFn: ({ signal }) => getRecordings(deviceId, date, signal), retry: false, enabled: enabled && deviceId !== '' });
}

/** What a device has of a day, and what happened on it; `zoneSaid` is the zone by whose clock the seconds are. */
export function useDay(vehicleId: string, deviceId: string, date: string, zone: string): Day & { zoneSaid: string | undefined } {
  const t = useText('footage');
  const now = wallClock(new Date(useNow(10_000)), zone);
  const recordings = useRecordings(deviceId, date, true);
  const events = useQuery({
    queryKey: ['day-events', vehicleId, date, zone],
    queryFn: ({ signal }) => getEvents(vehicleId, instantOf(`${date}T00:00:00`, zone), instantOf(`${addDays(date, 1)}T00:00:00`, zone), signal),
    retry: false,
  });
  const marks = useMemo(() => dayEvents(events.data ?? [], date, zone, t), [events.data, date, zone, t]);
  const intervals = recordings.data?.intervals ?? nothing;
  return {
    intervals,
    events: marks,
    today: now.date,
    now: now.date === date ? now.second : undefined,
    state: recordings.isPending ? 'pending' : recordings.isError ? 'failed' : intervals.length === 0 ? 'empty' : 'known',
    retry: () => void recordings.refetch(),
    zoneSaid: recordings.data?.zone || undefined,
  };
}
