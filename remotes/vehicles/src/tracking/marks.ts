import type { Format } from '@outrider/sdk';

import type { Trips } from './api';
import type { RouteMark } from './route-layer';
import { momentAt, silenceMs, type Track } from './track';
import type { ContributedTable } from './use-tables';

interface MarksOf {
  track: Track;
  trips: Trips;
  tables: readonly ContributedTable[];
  format: Format;
  t: (key: string, values?: Record<string, unknown>) => string;
}

/** What is marked on the map: stops with their length, both ends of each silence, and the rows of tables that have an icon. */
export function marksOf({ track, trips, tables, format, t }: MarksOf): RouteMark[] {
  const marks: RouteMark[] = [];
  for (const { start_time, end_time, coords, place } of trips.Stops) {
    if (!coords) continue;
    const text = format.duration((end_time - start_time) / 1000);
    marks.push({ key: `stop ${start_time}`, ...coords, atMs: start_time, kind: 'stop', text, label: t('mark.stop', { time: format.time(start_time, track.zone), duration: text, place }) });
  }
  for (const { start_time, end_time } of trips.Silent) {
    if (end_time - start_time < silenceMs) continue;
    const text = t('mark.silent', { duration: format.duration((end_time - start_time) / 1000) });
    for (const [atMs, isFirst] of [[start_time, true], [end_time, false]] as const) {
      const moment = atMs > track.fromMs && atMs < track.toMs ? momentAt(track, atMs) : undefined;
      if (moment) marks.push({ key: `gap ${atMs}`, lat: moment.lat, lng: moment.lng, atMs, kind: 'gap', label: text, ...(isFirst ? { text } : {}) });
    }
  }
  for (const { id, icon, rows } of tables) {
    if (icon === undefined) continue;
    for (const { key, atMs, lat, lng, texts } of rows) {
      const moment = lat === undefined || lng === undefined ? momentAt(track, atMs) : { lat, lng };
      if (moment) marks.push({ key: `${id} ${key}`, lat: moment.lat, lng: moment.lng, atMs, kind: 'event', icon, label: texts.join(', ') });
    }
  }
  const start = trips.Trips[0]?.from;
  if (start) marks.push({ key: 'start', lat: start.lat, lng: start.lng, atMs: trips.Trips[0]?.start_time ?? 0, kind: 'start', label: t('mark.start', { place: start.place }) });
  return marks;
}
