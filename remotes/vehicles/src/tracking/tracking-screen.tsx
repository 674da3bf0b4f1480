import { Button, Denied, Empty, Failure, Icon, Loading, localDateTime, useFormat, usePermission, useText, VehiclePanelPlace, type ActionVehicle } from '@outrider/sdk';
import { BrowserRouter } from '@outrider/sdk/router';
import { VehicleSelectorDialog } from '@outrider/sdk/select';
import { PlaybackClock } from '@outrider/sdk/player';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { getPresencesOf } from '../api/get-presences';
import { defaultDevice } from '../api/get-vehicles';
import { isOnline } from '../fleet/vehicle';
import { getTrips } from './api';
import type { Span } from './draw-strip';
import { HeadBar } from './head-bar';
import { useLanes } from './lanes';
import { marksOf, thinMarks } from './marks';
import { NowPanel } from './now-panel';
import { PlayBar } from './play-bar';
import { Strip, type StripEvent } from './strip';
import { SummaryBar } from './summary-bar';
import { stopMinutes, Tables, useStopMinutes } from './tables';
import type { Track } from './track';
import { TrackMap } from './track-map';
import { useDetail } from './use-detail';
import { useKeys } from './use-keys';
import { around, usePlace, type Place } from './use-place';
import { useTables } from './use-tables';
import { useRange, useTracked, useTrips, type Tracked } from './use-tracked';

import './tracking.css';

/** Where vehicles were: routes, trips, stops and events of a time, replayed. */
export function TrackingScreen() {
  if (!usePermission('TrackVehicle')) {
    return <Denied />;
  }
  return (
    <BrowserRouter>
      <AllowedTracking />
    </BrowserRouter>
  );
}

/** The colours of the other vehicles' routes. */
const others = ['var(--cat-3)', 'var(--cat-4)', 'var(--axis-z)', 'var(--axis-y)', 'var(--axis-x)', 'var(--cat-1)', 'var(--cat-5)', 'var(--idling)', 'var(--offline)'];

const colorOf = (index: number) => (index === 0 ? undefined : others[(index - 1) % others.length]);

function AllowedTracking() {
  const [place, onPlace] = usePlace();
  return place.isMoment ? <Around {...{ place, onPlace }} at={place.at ?? 0} /> : <TrackingOf {...{ place, onPlace }} />;
}

/** Finds out by which clock a moment is meant, and goes to the time around it. */
function Around({ place, onPlace, at }: { place: Place; onPlace: (change: Partial<Place>) => void; at: number }) {
  const span = { start: new Date(at - around).toISOString(), end: new Date(at + around).toISOString() };
  const zone = useQuery({ queryKey: ['track-zone', place.ids[0], at], queryFn: async ({ signal }) => (await getTrips(place.ids[0] ?? '', span, stopMinutes.usual, signal)).zone, retry: false });
  useEffect(() => {
    if (zone.data) onPlace({ start: localDateTime(at - around, zone.data), end: localDateTime(at + around, zone.data), at });
  }, [zone.data, at, onPlace]);
  return zone.isError ? <Failure error={zone.error} onRetry={() => void zone.refetch()} /> : <Loading rows={8} />;
}

function TrackingOf({ place, onPlace }: { place: Place; onPlace: (change: Partial<Place>) => void }) {
  const range = useRange(place);
  const tracked = useTracked(place.ids, range);
  const vehicles = tracked.map(({ id, vehicle }, index) => ({ id, vehicle, color: colorOf(index) }));
  const first = tracked[0];
  return (
    <div className="trk">
      <HeadBar {...{ place, onPlace, vehicles, range }} zone={first?.track.data?.zone} />
      {first === undefined ? <Choose onPlace={onPlace} />
        : first.track.isError && !first.track.data ? <Failure error={first.track.error} onRetry={() => void first.track.refetch()} />
        : <Past key={`${place.ids.join()} ${range.start} ${range.end} ${place.at ?? ''}`} {...{ tracked, first, range }} at={place.at} />}
      <VehiclePanelPlace className="trk-panel-place float" />
    </div>
  );
}

function Choose({ onPlace }: { onPlace: (change: Partial<Place>) => void }) {
  const t = useText('tracking');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Empty icon="tracking" title={t('empty.title')} action={<Button variant="primary" onClick={() => setOpen(true)}>{t('empty.choose')}</Button>}>{t('empty.text')}</Empty>
      {isOpen ? <VehicleSelectorDialog mode="vehicle" value={[]} onOk={(ids) => { setOpen(false); onPlace({ ids: ids.slice(0, 1) }); }} onCancel={() => setOpen(false)} /> : null}
    </>
  );
}

function Past({ tracked, first, range, at }: { tracked: readonly Tracked[]; first: Tracked; range: { start: string; end: string }; at: number | undefined }) {
  const { data: track } = first.track;
  const trips = useTrips(first.id, range, useStopMinutes(), track);
  if (trips.isError && !trips.data) return <Failure error={trips.error} onRetry={() => void trips.refetch()} />;
  if (!track || !trips.data) {
    return (
      <div className="trk-waiting">
        <div className="trk-map-waiting" />
        <Loading rows={8} />
      </div>
    );
  }
  return <Loaded {...{ tracked, first, track, at }} trips={trips.data} />;
}

function Loaded({ tracked, first, track: whole, trips, at }: { tracked: readonly Tracked[]; first: Tracked; track: Track; trips: NonNullable<ReturnType<typeof useTrips>['data']>; at: number | undefined }) {
  const t = useText('tracking');
  const format = useFormat();
  const clock = useTrackClock(whole, at);
  const [view, setView] = useState<Span>({ from: whole.fromMs, to: whole.toMs });
  const track = useDetail(first.id, whole, view);
  const [focus, setFocus] = useState<{ fromMs: number; toMs: number }>();
  const [isFollowing, setFollowing] = useState(false);
  const tables = useTables(first.id, whole);
  const vehicle = useActionVehicle(first);
  const lanes = useLanes(vehicle, whole);
  const events = useMemo<StripEvent[]>(
    () => tables.flatMap(({ id, icon, rows }) => (icon === undefined ? [] : rows.filter(({ atMs }) => !Number.isNaN(atMs)).map(({ key, atMs, texts }) => ({ key: `${id} ${key}`, atMs, icon, label: texts.slice(1, 3).join(', ') })))).sort((a, b) => a.atMs - b.atMs),
    [tables],
  );
  const marks = useMemo(() => thinMarks(marksOf({ track: whole, trips, tables, format, t }), view), [whole, trips, tables, format, t, view]);
  const shownKey = tracked.map(({ id, vehicle: one, track: { dataUpdatedAt } }) => `${id} ${one?.vehicle_name} ${dataUpdatedAt}`).join();
  const shown = useMemo(
    () => tracked.flatMap(({ id, vehicle: one, track: { data } }, index) => (data ? [{ id, name: one?.vehicle_name ?? id, track: index === 0 ? track : data, color: colorOf(index) }] : [])),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the list is made anew at each render; what is in it is not
    [shownKey, track],
  );
  const onStep = useCallback(
    (by: 1 | -1) => {
      const times = [...events.map(({ atMs }) => atMs), ...trips.Trips.flatMap(({ start_time, end_time }) => [start_time, end_time])].sort((a, b) => a - b);
      const next = by > 0 ? times.find((at) => at > clock.at() + 500) : times.findLast((at) => at < clock.at() - 500);
      if (next !== undefined) clock.seek(next, 'keys');
    },
    [events, trips, clock],
  );
  useKeys({ clock, onStep, onFollow: () => setFollowing(!isFollowing) });
  const onFocus = useCallback(
    (fromMs: number, toMs: number) => {
      setFocus({ fromMs: fromMs - 30_000, toMs: toMs + 30_000 });
      if (toMs > fromMs) setView({ from: Math.max(track.fromMs, fromMs - 60_000), to: Math.min(track.toMs, toMs + 60_000) });
    },
    [track],
  );
  const counted = tables.filter(({ isAlerts }) => isAlerts);
  const alerts = counted.every(({ state }) => state === 'loaded') ? counted.reduce((sum, { rows }) => sum + rows.length, 0) : undefined;
  const hasNone = track.times.length === 0;
  return (
    <>
      <SummaryBar vehicleId={first.id} {...{ trips, track, alerts, clock }} />
      <div className="trk-body">
        <div className="trk-map-place">
          <TrackMap vehicles={shown} {...{ marks, clock, isFollowing, focus }} onFollow={setFollowing} />
          {hasNone ? <p className="trk-none float" role="status"><Icon name="tracking" small />{t('empty.noData')}</p> : null}
        </div>
        <Tables {...{ trips, tables, clock, onFocus }} zone={track.zone} />
      </div>
      <PlayBar {...{ clock, isFollowing, onStep }} zone={track.zone} onFollow={setFollowing} />
      <div className="trk-foot">
        <Strip {...{ track, trips, events, lanes, clock, view }} onView={setView} />
        <NowPanel {...{ track, clock, vehicle }} />
      </div>
      {whole.stepMs > 0 && track === whole ? <p className="trk-thin s12 t3">{t('strip.thinned', { seconds: Math.round(whole.stepMs / 1000) })}</p> : null}
    </>
  );
}

/** The clock of the page: it begins at the moment that was asked for, else where the vehicle is first heard of. */
function useTrackClock(track: Track, at: number | undefined): PlaybackClock {
  const [clock] = useState(() => {
    const made = new PlaybackClock({ from: track.fromMs, to: track.toMs }, at ?? track.times[0] ?? track.fromMs);
    made.setRate(10);
    return made;
  });
  useEffect(() => () => clock.pause(), [clock]);
  return clock;
}

/** The vehicle as actions of other plugins want it. */
function useActionVehicle({ id, vehicle }: Tracked): ActionVehicle | undefined {
  const mayPresence = usePermission('getVehiclePresence');
  const presence = useQuery({ queryKey: ['track-presence', id], queryFn: ({ signal }) => getPresencesOf([id], signal), enabled: mayPresence, staleTime: 30_000, retry: false });
  const online = presence.data?.some(isOnline) ?? false;
  return useMemo(() => {
    const device = vehicle && defaultDevice(vehicle.devices);
    return vehicle ? { id, name: vehicle.vehicle_name, isOnline: online, ...(device ? { deviceId: device.device_id } : {}) } : undefined;
  }, [id, vehicle, online]);
}
