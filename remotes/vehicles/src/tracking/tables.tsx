import { clock as clockText, Empty, Failure, Loading, localDay, placeName, saveUi, useFormat, useText, useUiPreferences } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useState } from 'react';

import type { Stop, Trip, Trips } from './api';
import { RowTable, type RowCell, type ShownRow } from './row-table';
import type { ContributedTable } from './use-tables';

interface TablesProps {
  trips: Trips;
  tables: readonly ContributedTable[];
  clock: PlaybackClock;
  zone: string;
  /** Shows a time on chart and map. */
  onFocus: (fromMs: number, toMs: number) => void;
}

/** Trips, stops, and what plugins know of the time, a tab each. */
export function Tables({ trips, tables, clock, zone, onFocus }: TablesProps) {
  const t = useText('tracking');
  const format = useFormat();
  const [chosen, setChosen] = useState('trips');
  const tabs = [
    { id: 'trips', title: t('table.trips'), count: trips.Trips.length },
    { id: 'stops', title: t('table.stops'), count: trips.Stops.length },
    ...tables.map(({ id, title, rows, state }) => ({ id, title, count: state === 'loaded' ? rows.length : undefined })),
  ];
  const shown = tables.find(({ id }) => id === chosen);
  const current = shown || chosen === 'stops' ? chosen : 'trips';
  const move = (by: number) => {
    const next = tabs[(tabs.findIndex(({ id }) => id === current) + by + tabs.length) % tabs.length];
    if (next) {
      setChosen(next.id);
      document.getElementById(`trk-tab-${next.id}`)?.focus();
    }
  };
  return (
    <section className="trk-tables" aria-label={t('table.title')}>
      <div className="trk-tabs" role="tablist" aria-label={t('table.title')}>
        {tabs.map(({ id, title, count }) => (
          <button
            key={id} id={`trk-tab-${id}`} type="button" role="tab" aria-selected={id === current} aria-controls="trk-panel" tabIndex={id === current ? 0 : -1} className={id === current ? 'on' : ''}
            onClick={() => setChosen(id)}
            onKeyDown={(event) => {
              const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              if (by !== undefined) {
                event.preventDefault();
                move(by);
              }
            }}
          >
            {title}{' '}
            {count === undefined ? null : <b className="num">{format.number(count)}</b>}
          </button>
        ))}
      </div>
      <div id="trk-panel" className="trk-panel" role="tabpanel" aria-labelledby={`trk-tab-${current}`}>
        {current === 'stops' ? <StopSetting /> : null}
        {shown ? <Contributed {...{ table: shown, clock, onFocus }} />
          : current === 'stops' ? <StopTable {...{ stops: trips.Stops, clock, zone, onFocus }} />
          : <TripTable {...{ trips: trips.Trips, clock, zone, onFocus }} />}
      </div>
    </section>
  );
}

/** Says of which rows the day is said: of none where all are of one; of two days of the first row of each; of more, since one scrolls, of every row. */
function datedRows(rows: readonly { start_time: number; end_time: number }[], zone: string): (index: number) => boolean {
  const days = rows.map(({ start_time }) => localDay(start_time, zone));
  const count = new Set([...days, localDay(rows.at(-1)?.end_time ?? 0, zone)]).size;
  return (index) => count > 2 || (count === 2 && days[index] !== days[index - 1]);
}

type Focus = Pick<TablesProps, 'clock' | 'onFocus'>;

function TripTable({ trips, zone, ...rest }: Focus & { trips: readonly Trip[]; zone: string }) {
  const t = useText('tracking');
  const format = useFormat();
  if (trips.length === 0) return <Empty icon="tracking" title={t('table.noTrips')}>{t('table.noTripsText')}</Empty>;
  const isDated = datedRows(trips, zone);
  const rows = trips.map((one, index): ShownRow => ({
    key: one.spanId, fromMs: one.start_time, toMs: one.end_time,
    cells: [
      { lines: [`${format.time(one.start_time, zone)}–${format.time(one.end_time, zone)}`, one.repaired_at ? t('table.repaired', { time: format.dateTime(one.repaired_at, zone) }) : [isDated(index) ? format.shortDate(one.start_time, zone) : '', format.duration((one.end_time - one.start_time) / 1000)].filter(Boolean).join(' · ')] },
      { lines: [placeName(one.from?.place) || t('table.unknownPlace'), t('table.to', { place: placeName(one.to?.place) || t('table.unknownPlace') })] },
      { lines: [format.distance(one.distance_m), one.driver_name] },
      { lines: [format.duration(one.drive_s), one.idle_s > 0 ? t('table.idle', { time: format.duration(one.idle_s) }) : ''] },
      { lines: [format.speed(one.top_speed), format.speed(one.mean_speed)] },
      { lines: [one.over_s > 0 ? clockText(one.over_s) : '–'], tone: one.over_s >= 180 ? 'bad' : one.over_s >= 60 ? 'warn' : undefined },
    ],
  }));
  const heads = [t('table.time'), t('table.fromTo'), t('table.distance'), t('table.driving'), t('table.topMean'), t('table.over')].map((label, index) => ({ label, isNumber: index > 1 }));
  return <RowTable label={t('table.trips')} {...{ heads, rows }} {...rest} />;
}

function StopTable({ stops, zone, ...rest }: Focus & { stops: readonly Stop[]; zone: string }) {
  const t = useText('tracking');
  const format = useFormat();
  if (stops.length === 0) return <Empty icon="clock" title={t('table.noStops')}>{t('table.noStopsText')}</Empty>;
  const isDated = datedRows(stops, zone);
  const rows = stops.map((one, index): ShownRow => ({
    key: String(one.start_time), fromMs: one.start_time, toMs: one.end_time,
    cells: [
      { lines: [`${format.time(one.start_time, zone)}–${format.time(one.end_time, zone)}`, ...(isDated(index) ? [format.shortDate(one.start_time, zone)] : [])] },
      { lines: [placeName(one.place) || t('table.unknownPlace')] },
      { lines: [format.duration((one.end_time - one.start_time) / 1000)] },
      { lines: [one.idle_s > 0 ? format.duration(one.idle_s) : '–'] },
    ],
  }));
  const heads = [t('table.time'), t('table.place'), t('table.duration'), t('table.idling')].map((label, index) => ({ label, isNumber: index > 1 }));
  return <RowTable label={t('table.stops')} {...{ heads, rows }} {...rest} />;
}

function Contributed({ table, ...rest }: Focus & { table: ContributedTable }) {
  const t = useText('tracking');
  if (table.state === 'pending') return <Loading rows={5} />;
  if (table.state === 'failed') return <Failure error={table.error} onRetry={table.retry} />;
  if (table.rows.length === 0) return <Empty icon={table.icon as 'files' | undefined ?? 'files'} title={t('table.none')} />;
  const rows = table.rows.map((one): ShownRow => ({ key: one.key, fromMs: one.atMs, toMs: one.atMs, cells: one.texts.map((text): RowCell => ({ lines: [text] })) }));
  return <RowTable label={table.title} heads={table.heads} rows={rows} {...rest} />;
}

/** The least and the most minutes of a stop, and those without a choice. */
export const stopMinutes = { least: 1, most: 30, usual: 5 } as const;

/** How long a stop is at least, as the user chose. */
export function useStopMinutes(): number {
  const tracking = useUiPreferences()['tracking'];
  const stops = typeof tracking === 'object' && tracking !== null && 'stops' in tracking ? tracking.stops : undefined;
  const duration = typeof stops === 'object' && stops !== null && 'duration' in stops ? Number(stops.duration) : Number.NaN;
  return Number.isInteger(duration) && duration >= stopMinutes.least && duration <= stopMinutes.most ? duration : stopMinutes.usual;
}

function StopSetting() {
  const t = useText('tracking');
  const minutes = useStopMinutes();
  return (
    <label className="trk-stop s12 t2">
      {t('table.stopsOf')}
      <select className="field num" value={minutes} onChange={(event) => void saveUi({ tracking: { stops: { duration: Number(event.target.value) } } })}>
        {Array.from({ length: stopMinutes.most }, (_, index) => index + 1).map((one) => (
          <option key={one} value={one}>{t('table.minutes', { count: one })}</option>
        ))}
      </select>
    </label>
  );
}
