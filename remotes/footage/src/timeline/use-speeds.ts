import { instantOf } from '@outrider/sdk';
import { useQueries } from '@tanstack/react-query';

import { getSpeeds } from '../api/speeds';
import { clockText } from '../clip/rules';
import type { DaySpeed } from './speed-line';
import type { View } from './view';

/** Whose speeds are shown, of which day and by whose clock. */
export interface SpeedsOf {
  vehicleId: string;
  date: string;
  zone: string;
}

const hourSeconds = 3600;
/** As many hours as are read to be shown at once: a vehicle sends thousands of readings an hour. */
const mostHours = 4;

/** How fast a vehicle went in a view of a day, read by the hour, as far as `until`; undefined where the view is too wide for that. */
export function useSpeeds({ vehicleId, date, zone }: SpeedsOf, view: View, until: number): DaySpeed[] | undefined {
  const first = Math.floor(view.from / hourSeconds);
  const last = Math.min(23, Math.ceil((view.from + view.span) / hourSeconds) - 1);
  const isClose = view.span <= (mostHours - 1) * hourSeconds;
  const hours = isClose ? Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((hour) => hour * hourSeconds < until) : [];
  const speeds = useQueries({
    queries: hours.map((hour) => ({
      queryKey: ['speeds', vehicleId, date, zone, hour],
      queryFn: ({ signal }: { signal: AbortSignal }) => readHour({ vehicleId, date, zone }, hour, signal),
      retry: false,
      staleTime: 60_000,
    })),
    combine,
  });
  return isClose ? speeds : undefined;
}

async function readHour({ vehicleId, date, zone }: SpeedsOf, hour: number, signal: AbortSignal): Promise<DaySpeed[]> {
  const from = instantOf(`${date}T${clockText(hour * hourSeconds)}`, zone);
  const readings = await getSpeeds(vehicleId, from, from + hourSeconds * 1000, signal);
  return readings.flatMap(({ atMs, speed }) => (speed === null ? [] : [{ second: hour * hourSeconds + (atMs - from) / 1000, speed }]));
}

const combine = (read: { data: DaySpeed[] | undefined }[]) => read.flatMap(({ data }) => data ?? []);
