import { Empty, Failure, Icon, IconButton, Loading, openPath, placeName, useFormat, usePush, useText, type VehiclePanelProps } from '@outrider/sdk';
import { Ground, groundOf, MapView, useMapSettings, useTileSettings } from '@outrider/sdk/map';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';

import { getPresencesOf, readPresences, type PresenceRecord } from '../api/get-presences';
import { getVehicle } from '../api/vehicle-list';
import { FleetStore } from '../fleet/fleet-store';
import { STATUS_TOKEN, STATUS_WORD, type FleetVehicle } from '../fleet/vehicle';
import { useMapControl } from '../map/use-map-control';
import { useNow } from '../state/use-now';

import './map-popup.css';

/** A vehicle on a small map, beside whatever screen is open; it follows as presence is pushed. */
export function MapPopup({ vehicle: { id, name }, close }: VehiclePanelProps) {
  const t = useText('vehicles');
  const tSdk = useText();
  const head = useRef<HTMLButtonElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    // Esc closes the panel wherever the focus is within it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className="map-popup" aria-label={name} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <header>
        <b className="ell grow">{name}</b>
        <IconButton size="small" label={t('map.open')} onClick={() => openPath(`/map-view?vehicle_id=${encodeURIComponent(id)}`)}>
          <Icon name="map" small />
        </IconButton>
        <IconButton ref={head} size="small" label={tSdk('action.close')} onClick={close}>
          <Icon name="close" small />
        </IconButton>
      </header>
      <Body id={id} />
    </section>
  );
}

function Body({ id }: { id: string }) {
  const t = useText('vehicles');
  const queryClient = useQueryClient();
  const key = useMemo(() => ['presence', id], [id]);
  const master = useQuery({ queryKey: ['vehicle', id], queryFn: ({ signal }) => getVehicle(id, signal) });
  const presence = useQuery({ queryKey: key, queryFn: ({ signal }) => getPresencesOf([id], signal), refetchInterval: 30_000 });
  usePush({
    topic: 'presenceUpdates',
    context: 'vehicle',
    values: [id],
    onValues: (values) => {
      const news = readPresences(values).filter(({ vehicle_id }) => vehicle_id === id);
      if (news.length > 0) {
        queryClient.setQueryData<PresenceRecord[]>(key, (old = []) => [...old.filter((one) => news.every((record) => record.device_id !== one.device_id)), ...news]);
      }
    },
    onResync: () => void queryClient.invalidateQueries({ queryKey: key }),
  });
  if (master.isPending || presence.isPending) {
    return <Loading rows={3} />;
  }
  if (!master.data || !presence.data) {
    return <Failure error={master.error ?? presence.error} onRetry={() => void Promise.all([master.refetch(), presence.refetch()])} />;
  }
  const store = new FleetStore();
  store.setVehicles([master.data]);
  store.applyPresences(presence.data);
  store.refresh();
  const vehicle = store.getSnapshot().byId.get(id);
  return vehicle?.position ? <OnMap vehicle={vehicle} /> : <Empty icon="place" title={t('row.noPosition')} />;
}

function OnMap({ vehicle }: { vehicle: FleetVehicle }) {
  const t = useText('vehicles');
  const tSdk = useText();
  const format = useFormat();
  const now = useNow();
  const settings = useTileSettings();
  const ground = groundOf(useMapSettings(), Ground.offered(settings));
  const [store] = useState(() => new FleetStore());
  const popup = useRef<HTMLElement>(null);
  const vehicles = useMemo(() => [vehicle], [vehicle]);
  const { control, onReady } = useMapControl({ store, vehicles, selectedId: vehicle.id, popup, hasPopup: false, isSmall: true, onSelect: () => {} });
  const { lat, lng } = vehicle.position ?? { lat: 0, lng: 0 };
  useEffect(() => {
    control?.layer.update([vehicle]);
    control?.map.panTo([lat, lng]);
  }, [control, vehicle, lat, lng]);
  const { status, speedKmh, place, lastSeen } = vehicle;
  return (
    <>
      <div className="map-popup-map">
        <MapView label={t('map.label')} settings={settings} ground={ground} onReady={onReady} view={{ lat, lng, zoom: 13 }} />
      </div>
      <footer className={`st-${STATUS_TOKEN[status]}`}>
        <span className="status">
          <i className="dot" />
          {tSdk(STATUS_WORD[status])}
        </span>
        {status === 'MOVING' ? <b className="num">{format.speed(speedKmh)}</b> : null}
        <span className="grow ell t2">{placeName(place) || t('place.notKnown')}</span>
        <span className="t3 s12 num">{lastSeen === undefined ? '' : format.age(lastSeen, now)}</span>
      </footer>
    </>
  );
}
