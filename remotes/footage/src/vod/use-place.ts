import { localDay, useFormat, useNow } from '@outrider/sdk';
import { useSearchParams } from '@outrider/sdk/router';
import { useCallback } from 'react';

import { clockText, readClock } from '../clip/rules';

/** What is played, by the address: `?vehicle_id=…&date=2026-11-21&time=14:41:26&channels=1,2`. */
export interface Place {
  vehicleId: string | undefined;
  date: string;
  /** A second of the day; undefined if nobody said. */
  start: number | undefined;
  channels: readonly number[] | undefined;
}

/** See {@link Place}; changes replace the address. */
export function usePlace(): [Place, (change: Partial<Place>) => void] {
  const { settings } = useFormat();
  const [search, setSearch] = useSearchParams();
  const today = localDay(useNow(60_000), settings.zone);
  const channels = search.get('channels')?.split(',').map(Number).filter((id) => id >= 1 && id <= 8);
  const place: Place = { vehicleId: search.get('vehicle_id') ?? undefined, date: search.get('date') ?? today, start: readClock(search.get('time') ?? ''), channels };
  const change = useCallback(
    ({ vehicleId, date, start, channels: wanted }: Partial<Place>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (vehicleId !== undefined) next.set('vehicle_id', vehicleId);
          if (date !== undefined) next.set('date', date);
          if (start !== undefined) next.set('time', clockText(start));
          if (wanted !== undefined) next.set('channels', wanted.join());
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [place, change];
}
