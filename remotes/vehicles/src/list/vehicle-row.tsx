import { Icon, placeName, useFormat, useText } from '@outrider/sdk';
import { memo, type Ref } from 'react';

import { STATUS_TOKEN, STATUS_WORD, typeIcon, type FleetVehicle } from '../fleet/vehicle';
import { useNow } from '../state/use-now';

interface VehicleRowProps {
  vehicle: FleetVehicle;
  isSelected: boolean;
  isTabStop: boolean;
  onOpen: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** One vehicle of the list: what it is, what it does, where, how fast, and how old that is. */
export const VehicleRow = memo(function VehicleRow({ vehicle, isSelected, isTabStop, onOpen, ref }: VehicleRowProps) {
  const t = useText('vehicles');
  const tSdk = useText();
  const { name, makeModel, type, status, place } = vehicle;
  return (
    <button
      type="button"
      ref={ref}
      className={`vrow st-${STATUS_TOKEN[status]}${isSelected ? ' on' : ''}`}
      aria-current={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onOpen}
    >
      <span className="tile">
        <Icon name={typeIcon(type)} />
      </span>
      <span className="vrow-text">
        <span className="name ell">
          {name} {makeModel ? <span>· {makeModel}</span> : null}
        </span>
        <span className="sub">
          <span className="status">
            <i className="dot" />
            {tSdk(STATUS_WORD[status])}
          </span>
          <span className="place ell">{placeName(place) || t('place.notKnown')}</span>
        </span>
      </span>
      <span className="right">
        <Speed vehicle={vehicle} />
        <Age at={vehicle.lastSeen} />
      </span>
    </button>
  );
});

/** How fast, or why that means nothing now. */
function Speed({ vehicle: { status, speedKmh } }: { vehicle: FleetVehicle }) {
  const t = useText('vehicles');
  const format = useFormat();
  switch (status) {
    case 'MOVING':
      return <b>{format.speed(speedKmh)}</b>;
    case 'IDLING':
      return <span className="quiet">{format.speed(speedKmh ?? 0)}</span>;
    case 'STATIONARY': // said beside the dot
      return null;
    case 'OFFLINE':
      return <span className="quiet">{t('row.noSignal')}</span>;
    case 'UNKNOWN':
      return <span className="quiet">{t('row.noPosition')}</span>;
  }
}

function Age({ at }: { at: number | undefined }) {
  const t = useText('vehicles');
  const format = useFormat();
  const now = useNow();
  return <small>{at === undefined ? t('row.never') : format.age(at, now)}</small>;
}
