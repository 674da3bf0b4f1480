import { placeName, type Format, type Translate } from '@outrider/sdk';

import type { Trips } from './api';
import type { RouteMark } from './route-layer';
import { momentAt, silenceMs, type Track } from './track';
import type { ContributedTable } from './use-tables';

interface MarksOf {
  track: Track;
  trips: Trips;
  tables: readonly ContributedTable[];
  format: Format;
  t: Translate<'tracking'>;
}

/** What is marked on the map: stops with their length, both ends of each silence, and the rows of tables that have an icon. */
export function marksOf({ track, trips, tables, format, t }: MarksOf): RouteMark[] {
  const marks: RouteMark[] = [];
  for (const { start_time, end_time, coords, place } of trips.Stops) {
    if (!coords) continue;
    const text = format.duration((end_time - start_time) / 1000);
    marks.push({ key: `stop ${start_time}`, ...coords, atMs: start_time, kind: 'stop', text, lengthMs: end_time - start_time, label: t('mark.stop', { time: format.time(start_time, track.zone), duration: text, place }) });
  }
  for (const { start_time, end_time } of trips.Silent) {
    if (end_time - start_time < silenceMs) continue;
    const text = t('mark.silent', { duration: format.duration((end_time - start_time) / 1000) });
    for (const [atMs, isFirst] of [[start_time, true], [end_time, false]] as const) {
      const moment = atMs > track.fromMs && atMs < track.toMs ? momentAt(track, atMs) : undefined;
      if (moment) marks.push({ key: `gap ${atMs}`, lat: moment.lat, lng: moment.lng, atMs, kind: 'gap', label: text, lengthMs: end_time - start_time, ...(isFirst ? { text } : {}) });
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
  if (start) marks.push({ key: 'start', lat: start.lat, lng: start.lng, atMs: trips.Trips[0]?.start_time ?? 0, kind: 'start', label: t('mark.start', { place: placeName(start.place) }) });
  return marks;
}

/** As many marks are shown at most; a map with more is none. */
const mostMarks = 400;
/** The map's width and height in the cells that one mark stands in, when there are too many. */
const cells = 24;

/** The marks that a screen can show: all of a short time; of a long one those of the time that the chart shows, and one of a kind where many are side by side. */
export function thinMarks(marks: readonly RouteMark[], { from, to }: { from: number; to: number }): readonly RouteMark[] {
  if (marks.length <= mostMarks) return marks;
  const shown = marks.filter(({ atMs }) => atMs >= from && atMs <= to);
  if (shown.length <= mostMarks) return shown;
  const [south, north] = ends(shown.map(({ lat }) => lat));
  const [west, east] = ends(shown.map(({ lng }) => lng));
  const cell = (value: number, least: number, most: number) => Math.floor(((value - least) / Math.max(1e-6, most - least)) * cells);
  const taken = new Set<string>();
  return shown.filter(({ kind, icon, lat, lng }) => {
    const key = [kind, icon, cell(lat, south, north), cell(lng, west, east)].join(' ');
    return !taken.has(key) && taken.add(key);
  });
}

function ends(values: readonly number[]): [number, number] {
  return [values.reduce((least, one) => Math.min(least, one), Infinity), values.reduce((most, one) => Math.max(most, one), -Infinity)];
}
