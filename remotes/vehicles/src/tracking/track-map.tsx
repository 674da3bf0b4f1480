import { Button, Icon, useText } from '@outrider/sdk';
import { LayerControl, MapMarker, MapView, MapZoom, useGround, useMap, useTileSettings } from '@outrider/sdk/map';
import type { PlaybackClock } from '@outrider/sdk/player';
import L from 'leaflet';
import { useCallback, useEffect, useRef, useState } from 'react';

import { crowdedTexts } from './crowded-texts';
import { drawMarks, drawRoute, routeColors, type RouteMark } from './route-layer';
import { firstFrom, momentAt, type Track } from './track';
import { useColors } from './use-colors';

/** A vehicle on the map. */
export interface MapVehicle {
  id: string;
  name: string;
  track: Track;
  /** The colour of its route; undefined for the one that is coloured by its speed. */
  color: string | undefined;
}

interface TrackMapProps {
  vehicles: readonly MapVehicle[];
  marks: readonly RouteMark[];
  clock: PlaybackClock;
  isFollowing: boolean;
  onFollow: (on: boolean) => void;
  /** From when to when the map shows, whenever it changes; undefined: all. */
  focus: { fromMs: number; toMs: number } | undefined;
}

/** How near to the route a click has to be, in pixels. */
const nearPx = 24;

/** The routes, what happened on them, and the vehicles where the clock is. */
export function TrackMap({ vehicles, marks, clock, isFollowing, onFollow, focus }: TrackMapProps) {
  const t = useText('tracking');
  const settings = useTileSettings();
  const ground = useGround(settings);
  const [fitted, setFitted] = useState(0);
  return (
    <div className="trk-map">
      <MapView label={t('map.label')} settings={settings} ground={ground}>
        <Routes {...{ vehicles, marks, clock }} />
        <Fit {...{ vehicles, focus, fitted }} />
        {vehicles.map((vehicle, index) => (
          <Vehicle key={vehicle.id} vehicle={vehicle} clock={clock} isFollowed={isFollowing && index === 0} onLeave={() => onFollow(false)} />
        ))}
        <div className="trk-map-tools float">
          <Button variant="quiet" size="small" onClick={() => { onFollow(false); setFitted(fitted + 1); }}>
            <Icon name="fit" small />
            {t('map.fit')}
          </Button>
        </div>
        <LayerControl settings={settings} />
        <MapZoom />
        <Legend />
      </MapView>
    </div>
  );
}

function Legend() {
  const t = useText('tracking');
  return (
    <ul className="trk-legend float" aria-label={t('legend.title')}>
      <li><i className="l0" />{t('legend.within')}</li>
      <li><i className="l1" />{t('legend.over')}</li>
      <li><i className="l2" />{t('legend.more')}</li>
      <li><i className="none" />{t('legend.silent')}</li>
    </ul>
  );
}

function Routes({ vehicles, marks, clock }: Pick<TrackMapProps, 'vehicles' | 'marks' | 'clock'>) {
  const map = useMap();
  const color = useColors();
  useEffect(() => {
    if (!map) return undefined;
    const colors = routeColors(color);
    const drawn = [...vehicles].reverse().map((one) => drawRoute(one.track, colors, one.color === undefined ? undefined : color(one.color)).addTo(map));
    return () => drawn.forEach((group) => group.remove());
  }, [map, vehicles, color]);
  useEffect(() => {
    if (!map) return undefined;
    let group: L.LayerGroup | undefined;
    const draw = () => {
      group?.remove();
      const zoom = map.getZoom();
      group = drawMarks(marks, crowdedTexts(marks, ({ lat, lng }) => map.project([lat, lng], zoom)), ({ atMs }) => clock.seek(atMs, 'map')).addTo(map);
    };
    draw();
    map.on('zoomend', draw);
    return () => {
      map.off('zoomend', draw);
      group?.remove();
    };
  }, [map, marks, clock]);
  useEffect(() => {
    const [first] = vehicles;
    if (!map || !first) return undefined;
    const click = (event: L.LeafletMouseEvent) => {
      const at = nearestTime(map, first.track, event.latlng);
      if (at !== undefined) clock.seek(at, 'map');
    };
    map.on('click', click);
    return () => void map.off('click', click);
  }, [map, vehicles, clock]);
  return null;
}

/** When the vehicle was nearest to a place; undefined where the route is not near. */
function nearestTime(map: L.Map, { times, lat, lng }: Track, to: L.LatLng): number | undefined {
  const narrow = Math.cos((to.lat * Math.PI) / 180);
  let best = -1;
  let least = Infinity;
  for (let i = 0; i < times.length; i++) {
    const far = ((lat[i] ?? 0) - to.lat) ** 2 + (((lng[i] ?? 0) - to.lng) * narrow) ** 2; // NaN is never less
    if (far < least) [best, least] = [i, far];
  }
  if (best < 0) return undefined;
  const far = map.latLngToContainerPoint([lat[best] ?? 0, lng[best] ?? 0]).distanceTo(map.latLngToContainerPoint(to));
  return far <= nearPx ? times[best] : undefined;
}

function Fit({ vehicles, focus, fitted }: Pick<TrackMapProps, 'vehicles' | 'focus'> & { fitted: number }) {
  const map = useMap();
  const isWhole = useRef(fitted);
  const latest = useRef(vehicles);
  useEffect(() => {
    latest.current = vehicles;
  });
  const shown = vehicles.map(({ id }) => id).join(); // what comes later of the same vehicles does not move the map
  useEffect(() => {
    const within = fitted === isWhole.current ? focus : undefined;
    isWhole.current = fitted;
    const bounds = L.latLngBounds([]);
    for (const { track } of latest.current) {
      const first = within ? firstFrom(track.times, within.fromMs) : 0;
      const end = within ? firstFrom(track.times, within.toMs + 1) : track.times.length;
      for (let i = first; i < end; i++) {
        if (!Number.isNaN(track.lat[i] ?? Number.NaN)) bounds.extend([track.lat[i] ?? 0, track.lng[i] ?? 0]);
      }
    }
    if (map && bounds.isValid()) map.fitBounds(bounds, { padding: [48, 48], maxZoom: 16, animate: false });
  }, [map, shown, focus, fitted]);
  return null;
}

/** A followed vehicle may stray so far from the middle before the map goes after it, as a share of the map's size. */
const stray = 0.25;

function Vehicle({ vehicle: { name, track, color }, clock, isFollowed, onLeave }: { vehicle: MapVehicle; clock: PlaybackClock; isFollowed: boolean; onLeave: () => void }) {
  const map = useMap();
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  const start = momentAt(track, clock.at()) ?? momentAt(track, track.times[0] ?? 0);
  const follow = useCallback(
    (move: (lat: number, lng: number, headingDeg?: number) => void) => {
      const show = (at: number) => {
        const moment = momentAt(track, at);
        if (moment) move(moment.lat, moment.lng, moment.headingDeg);
      };
      show(clock.at());
      return clock.subscribe(show);
    },
    [clock, track],
  );
  useEffect(() => {
    if (!map || !isFollowed) return undefined;
    const go = (at: number) => {
      const moment = momentAt(track, at);
      if (!moment) return;
      const { x, y } = map.latLngToContainerPoint([moment.lat, moment.lng]);
      const size = map.getSize();
      if (Math.abs(x - size.x / 2) > size.x * stray || Math.abs(y - size.y / 2) > size.y * stray) map.panTo([moment.lat, moment.lng], { animate: true, duration: 0.4 });
    };
    const here = momentAt(track, clock.at());
    if (here) map.setView([here.lat, here.lng], Math.max(map.getZoom(), 13), { animate: false });
    const stop = clock.subscribe(go);
    const drag = () => leave.current();
    map.on('dragstart', drag);
    return () => {
      stop();
      map.off('dragstart', drag);
    };
  }, [map, track, clock, isFollowed]);
  return start ? <MapMarker lat={start.lat} lng={start.lng} headingDeg={start.headingDeg} kind="vehicle" color={color ?? 'var(--moving)'} label={name} follow={follow} /> : null;
}
