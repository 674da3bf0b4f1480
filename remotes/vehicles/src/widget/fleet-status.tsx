import { Denied, Empty, Failure, Loading, useFormat, usePermission, useText } from '@outrider/sdk';
import { useMemo } from 'react';

import { CATEGORIES, countCategories, type Category } from '../fleet/fleet-categories';
import { useFleet } from '../fleet/use-fleet';
import { isOnline, type FleetVehicle } from '../fleet/vehicle';

import './fleet-status.css';

const token: Record<Category, string> = {
  moving: 'moving', idling: 'idling', parked: 'stationary', offlineDay: 'offline', offlineWeek: 'offline', offlineLong: 'offline', never: 'offline',
};

/** Fleet status on the home page: how many vehicles are online, and what all of them are doing. */
export function FleetStatus() {
  return usePermission('getVehiclePresence') ? <AllowedFleetStatus /> : <Denied />;
}

function AllowedFleetStatus() {
  const t = useText('vehicles');
  const fleet = useFleet();
  switch (fleet.state) {
    case 'pending':
      return <Loading rows={4} />;
    case 'failed':
      return <Failure error={fleet.error} onRetry={fleet.retry} />;
    case 'loaded':
      return fleet.vehicles.length === 0 ? <Empty icon="vehicles" title={t('empty.none')} /> : <Shares vehicles={fleet.vehicles} heardAt={fleet.heardAt ?? 0} />;
  }
}

function Shares({ vehicles, heardAt }: { vehicles: readonly FleetVehicle[]; heardAt: number }) {
  const t = useText('vehicles');
  const format = useFormat();
  const counts = useMemo(() => countCategories(vehicles, heardAt), [vehicles, heardAt]);
  const online = useMemo(() => vehicles.filter(isOnline).length, [vehicles]);
  return (
    <div className="fleet-status">
      <p className="fleet-status-head">
        <b className="num">{format.number(online)}</b> <span className="t2">{t('status.onlineOf', { count: vehicles.length })}</span>
      </p>
      <div className="fleet-status-bar" aria-hidden="true">
        {CATEGORIES.filter((category) => counts[category] > 0).map((category) => (
          <i key={category} className={`st-${token[category]}`} style={{ flexGrow: counts[category] }} />
        ))}
      </div>
      <dl className="fleet-status-list">
        {CATEGORIES.map((category) => (
          <div key={category} className={`st-${token[category]}`}>
            <dt>
              <i className="dot" />
              {t(`status.${category}`)}
            </dt>
            <dd className="num">{format.number(counts[category])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
