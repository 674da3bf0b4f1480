import { Icon, placeName, useFormat, useText } from '@outrider/sdk';
import { FileError, type TrackingSample } from '@outrider/sdk/device-files';
import { MapFit, MapLine, MapMarker, MapView, useGround, useMap, useTileSettings } from '@outrider/sdk/map';
import { placeFinder, useClock } from '@outrider/sdk/player';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';

import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';
import { levelColors, levelOf, sampleAfter } from './tracking-level';
import type { Medium } from './use-evidence';
import { useHeldRoute } from './use-held-route';

interface TrackingCardProps {
  alert: Alert;
  /** Left out where no route belongs to the alert. */
  tracking?: Medium<TrackingSample[]>;
  /** More on the map. */
  children?: ReactNode;
}

const noRoute: Medium<TrackingSample[]> = { state: 'none', progress: 0 };

/** Where it happened, and the route around it: coloured by the limit, with the vehicle where the clock is. */
export function TrackingCard({ alert, tracking, children }: TrackingCardProps) {
  const t = useText('alerts');
  const settings = useTileSettings();
  const ground = useGround(settings);
  const route = useHeldRoute(tracking ?? noRoute);
  const { coords } = alert;
  const [first] = route;
  if (!coords && !first) {
    return <Overlaid {...(tracking ?? noRoute)} isWhole />;
  }
  const centre = coords ?? { lat: first?.lat ?? 0, lng: first?.lng ?? 0 };
  return (
    <div className="detail-map">
      <MapView label={t('detail.map', { place: placeName(alert.location) })} settings={settings} ground={ground} view={{ ...centre, zoom: 13 }}>
        {coords ? <MapMarker {...coords} label={labelOf(t, alert)} kind="event" color="var(--error)" /> : null}
        {route.length > 0 ? <Route route={route} eventMs={Date.parse(alert.event_time_utc)} /> : null}
        {children}
      </MapView>
      {route.length > 0 ? <SpeedChip route={route} /> : tracking ? <Overlaid {...tracking} /> : null}
    </div>
  );
}

/** The line, the sample after the event and the vehicle. */
function Route({ route, eventMs }: { route: readonly TrackingSample[]; eventMs: number }) {
  const t = useText('alerts');
  const format = useFormat();
  const clock = useClock();
  const points = useMemo(() => route.map((sample) => ({ lat: sample.lat, lng: sample.lng, color: levelColors[levelOf(sample)] })), [route]);
  const find = useMemo(() => placeFinder(route), [route]);
  const follow = useCallback(
    (move: (lat: number, lng: number, headingDeg?: number) => void) => {
      const show = (at: number) => {
        const place = find(at);
        if (place) move(place.lat, place.lng, place.courseDeg);
      };
      show(clock.at());
      return clock.subscribe(show);
    },
    [clock, find],
  );
  const after = sampleAfter(route, eventMs);
  const start = find(clock.at());
  return (
    <>
      <MapFit points={points} mostZoom={14} />
      <MapLine points={points} />
      <SeekOnMap route={route} />
      {after ? <MapMarker lat={after.lat} lng={after.lng} kind="info" color="var(--primary)" label={t('tracking.atEvent', { time: format.timeWithSeconds(after.time), speed: format.speed(after.speedKmh) })} onClick={() => clock.seek(after.time, 'map')} /> : null}
      {start ? <MapMarker lat={start.lat} lng={start.lng} kind="vehicle" color="var(--secondary-text)" label={t('tracking.vehicle')} follow={follow} /> : null}
    </>
  );
}

/** How near to the route a click has to be, in pixels. */
const nearPx = 40;

/** A click on the route moves the clock to when the vehicle was there. */
function SeekOnMap({ route }: { route: readonly TrackingSample[] }) {
  const map = useMap();
  const clock = useClock();
  useEffect(() => {
    if (!map) {
      return undefined;
    }
    const click = ({ containerPoint: point }: { containerPoint: { x: number; y: number } }) => {
      let best: { at: number; far: number } | undefined;
      for (const { lat, lng, time } of route) {
        const { x, y } = map.latLngToContainerPoint([lat, lng]);
        const far = Math.hypot(x - point.x, y - point.y);
        if (far < (best?.far ?? nearPx)) best = { at: time, far };
      }
      if (best) clock.seek(best.at, 'map');
    };
    map.on('click', click);
    return () => void map.off('click', click);
  }, [map, route, clock]);
  return null;
}

/** The speed of the route where the clock is, in the user's unit. */
function SpeedChip({ route }: { route: readonly TrackingSample[] }) {
  const clock = useClock();
  const format = useFormat();
  const text = useRef<HTMLElement>(null);
  const find = useMemo(() => placeFinder(route), [route]);
  useEffect(() => {
    const show = (at: number) => {
      const place = find(at);
      if (text.current && place) text.current.textContent = format.speed(place.speedKmh);
    };
    show(clock.at());
    return clock.subscribe(show);
  }, [clock, find, format]);
  return (
    <span className="map-speed num">
      <b ref={text} />
    </span>
  );
}

/** Why there is no route. */
function Overlaid({ state, progress, error, isWhole = false }: Pick<Medium<unknown>, 'state' | 'progress' | 'error'> & { isWhole?: boolean }) {
  const t = useText('alerts');
  const key = state === 'pending' ? 'tracking.pending' : state === 'loading' ? 'tracking.loading' : isWhole ? 'evidence.noGps' : 'tracking.none';
  return (
    <div className={`map-overlay${isWhole ? ' whole' : ''}${state === 'loading' ? ' busy' : ''}`} role="status">
      <Icon name="tracking" small={!isWhole} />
      <span>{t(key)}</span>
      {error instanceof FileError ? <span className="t2 s12" role="alert">{error.message}</span> : null}
      {state === 'pending' ? <progress max={100} value={progress} aria-label={t(key)} /> : null}
    </div>
  );
}
