import { Denied, Failure, Icon, IconButton, Loading, openPath, usePermission, useText } from '@outrider/sdk';
import { Ground, groundOf, MapView, useMapSettings, useTileSettings } from '@outrider/sdk/map';
import { useRef } from 'react';

import { useFleet, type Fleet } from '../fleet/use-fleet';
import { STATUS_TOKEN, STATUS_WORD, type Status } from '../fleet/vehicle';
import { useMapControl } from '../map/use-map-control';

import '../map/fleet-map.css';
import './fleet-map-widget.css';

/** The fleet's map on the home page. */
export function FleetMapWidget() {
  return usePermission('getVehiclePresence') ? <AllowedMapWidget /> : <Denied />;
}

function AllowedMapWidget() {
  const fleet = useFleet();
  switch (fleet.state) {
    case 'pending':
      return <Loading rows={4} />;
    case 'unplaced':
    case 'failed':
      return <Failure error={fleet.error} onRetry={fleet.retry} />;
    case 'loaded':
      return <SmallMap fleet={fleet} />;
  }
}

const openOnMap = (id?: string) => openPath(id === undefined ? '/map-view' : `/map-view?vehicle_id=${encodeURIComponent(id)}`);

function SmallMap({ fleet }: { fleet: Fleet }) {
  const t = useText('vehicles');
  const settings = useTileSettings();
  const ground = groundOf(useMapSettings(), Ground.offered(settings));
  const popup = useRef<HTMLElement>(null);
  const { control, onReady } = useMapControl({
    store: fleet.store, vehicles: fleet.vehicles, selectedId: undefined, popup, hasPopup: false, isSmall: true,
    onSelect: (id) => id !== undefined && openOnMap(id),
  });
  return (
    <div className="map-widget">
      <MapView label={t('map.label')} settings={settings} ground={ground} onReady={onReady}>
        <Counts counts={fleet.counts} />
        <div className="map-controls">
          <div className="mapctl float">
            <IconButton label={t('map.zoomIn')} onClick={() => control?.map.zoomIn()}>
              <Icon name="plus" />
            </IconButton>
            <IconButton label={t('map.zoomOut')} onClick={() => control?.map.zoomOut()}>
              <Icon name="minus" />
            </IconButton>
            <IconButton label={t('map.open')} onClick={() => openOnMap()}>
              <Icon name="full-screen" />
            </IconButton>
          </div>
        </div>
      </MapView>
    </div>
  );
}

const counted: readonly Status[] = ['MOVING', 'IDLING', 'STATIONARY', 'OFFLINE'];

function Counts({ counts }: { counts: Readonly<Record<Status, number>> }) {
  const tSdk = useText();
  return (
    <ul className="map-widget-counts float">
      {counted.map((status) => (
        <li key={status} className={`status st-${STATUS_TOKEN[status]}`}>
          <i className="dot" />
          <span className="num">{counts[status]}</span> {tSdk(STATUS_WORD[status])}
        </li>
      ))}
    </ul>
  );
}
