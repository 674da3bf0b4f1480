import { useText } from '@outrider/sdk';
import type { TrackingSample } from '@outrider/sdk/device-files';
import { MapLine, MapMarker, MapView, useGround, useTileSettings } from '@outrider/sdk/map';
import { placeFinder, useClock } from '@outrider/sdk/player';
import { useCallback, useMemo } from 'react';

/** The route of a playback, with the vehicle where the clock is. */
export function RouteMap({ tracking }: { tracking: readonly TrackingSample[] }) {
  const t = useText('footage');
  const clock = useClock();
  const settings = useTileSettings();
  const ground = useGround(settings);
  const points = useMemo(() => tracking.filter(({ gpsValid }) => gpsValid).map(({ lat, lng }) => ({ lat, lng })), [tracking]);
  const placeAt = useMemo(() => placeFinder(tracking), [tracking]);
  const follow = useCallback(
    (move: (lat: number, lng: number, headingDeg?: number) => void) =>
      clock.subscribe((at) => {
        const place = placeAt(at);
        if (place) move(place.lat, place.lng, place.courseDeg);
      }),
    [clock, placeAt],
  );
  const first = points[0];
  const middle = points[Math.floor(points.length / 2)];
  if (!first || !middle) {
    return null;
  }
  return (
    <div className="pb-map">
      <MapView label={t('player.map')} settings={settings} ground={ground} view={{ ...middle, zoom: 14 }}>
        <MapLine points={points} />
        <MapMarker {...first} label={t('player.vehicle')} kind="vehicle" follow={follow} />
      </MapView>
    </div>
  );
}
