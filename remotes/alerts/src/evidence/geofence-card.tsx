import { Icon, useText } from '@outrider/sdk';

import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';
import { Information } from '../detail/information';
import { TrackingCard } from './tracking-card';

/** A geofence alert: a small map and what is known of it; a field with the value none is hidden. */
export function GeofenceCard({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const lines = Object.entries(alert.information ?? {}).filter(([, value]) => value !== '' && value.toLowerCase() !== 'none');
  return (
    <div className="card geofence-card">
      <header>
        <span className="tile tint sv-info">
          <Icon name="geofencing" />
        </span>
        <div className="grow">
          <p className="t1">{alert.sub_header || labelOf(t, alert)}</p>
          <p className="t2 s12 ell">{alert.location}</p>
        </div>
      </header>
      <TrackingCard alert={alert} />
      <Information alert={alert} />
      {lines.length > 0 ? (
        <dl className="detail-info">
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
