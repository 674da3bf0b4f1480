import { isDay, localDay, useFormat, useNow, type LocalDateTime } from '@outrider/sdk';
import { useSearchParams } from '@outrider/sdk/router';
import { useCallback, useEffect, useMemo, useRef } from 'react';

/** How many vehicles are shown on one clock at most. */
export const mostVehicles = 10;

/** How many days are shown at most. */
export const mostDays = 366;

/** What is shown, by the address: `?id=…,…&start=2026-11-21T00:00:00&end=2026-11-21T23:59:59`. Times are by the clocks of the vehicle, of several by the organisation's. */
export interface Place {
  /** The first is the one that tables and chart are about. */
  ids: readonly string[];
  start: LocalDateTime;
  /** The last second that is shown. */
  end: LocalDateTime;
  /** A moment, in Unix milliseconds, that it is about: the clock begins there. */
  at?: number | undefined;
  /** Whether the address has that moment alone, so that the time {@link around} it is to be found. */
  isMoment: boolean;
}

/** How much before and after a moment is shown, in milliseconds. */
export const around = 300_000;

const shape = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

function isLocal(text: string | null): text is LocalDateTime {
  return text !== null && shape.test(text) && isDay(text.slice(0, 10));
}

/** See {@link Place}; without times, or with ones that cannot be read, it is today; with one of them, the part of its day from or up to there. */
export function usePlace(): [Place, (change: Partial<Place>) => void] {
  const { settings } = useFormat();
  const [search, setSearch] = useSearchParams();
  const today = localDay(useNow(60_000), settings.zone);
  const idText = search.get('id') ?? '';
  const atText = search.get('at');
  const startText = search.get('start');
  const endText = search.get('end');
  const place = useMemo<Place>(() => {
    const ids = [...new Set(idText.split(',').filter(Boolean))].slice(0, mostVehicles);
    const given = [startText, endText].filter(isLocal);
    const day = given[0]?.slice(0, 10) ?? today; // of one end alone: the rest of its day
    const start = isLocal(startText) ? startText : `${day}T00:00:00` as const;
    const end = isLocal(endText) ? endText : `${day}T23:59:59` as const;
    const at = atText && Number.isFinite(Number(atText)) ? Number(atText) : undefined;
    return { ids, start, end, at, isMoment: at !== undefined && given.length < 2 };
  }, [idText, startText, endText, atText, today]);
  const isFirst = useRef(false);
  useEffect(() => {
    isFirst.current = place.isMoment; // the moment's time takes its place in the history
  });
  const change = useCallback(
    ({ ids, start, end, at }: Partial<Place>) =>
      setSearch((before) => {
        const next = new URLSearchParams(before);
        if (ids !== undefined) next.set('id', ids.join());
        if (start !== undefined) next.set('start', start);
        if (end !== undefined) next.set('end', end);
        if (at !== undefined) next.set('at', String(at));
        else if (start !== undefined || end !== undefined) next.delete('at');
        return next;
      }, { replace: isFirst.current }),
    [setSearch],
  );
  return [place, change];
}

/** The second after a local time. */
export function secondAfter(local: LocalDateTime): LocalDateTime {
  return new Date(Date.parse(`${local}Z`) + 1000).toISOString().slice(0, 19);
}
