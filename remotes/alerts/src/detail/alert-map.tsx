import { Empty, useShellInfo, useText } from '@outrider/sdk';
import { MapMarker, MapView, useGround } from '@outrider/sdk/map';
import { useMemo } from 'react';

import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';

/** Where it happened. */
export function AlertMap({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const info = useShellInfo();
  const settings = useMemo(() => ({ tilesUrl: info?.map.tiles_url ?? '', satelliteUrl: info?.map.satellite_url ?? '', attribution: info?.map.attribution ?? '' }), [info]);
  const ground = useGround(settings);
  const { coords } = alert;
  if (!coords) {
    return <Empty icon="place" title={t('evidence.noGps')} />;
  }
  return (
    <div className="detail-map">
      <MapView label={t('detail.map', { place: alert.location })} settings={settings} ground={ground} view={{ ...coords, zoom: 13 }}>
        <MapMarker
          {...coords}
          label={labelOf(t, alert)}
          kind={alert.heading_deg == null ? 'event' : 'vehicle'}
          color="var(--band-severe)"
          {...(alert.heading_deg == null ? {} : { headingDeg: alert.heading_deg })}
        />
      </MapView>
    </div>
  );
}
