import { ApiError, Button, Empty, Failure, Icon, IconButton, Loading, localDay, placeName, toast, useFormat, useText } from '@outrider/sdk';
import { DayBox } from '@outrider/sdk/days';
import { Dialog } from '@outrider/sdk/mui';
import { useFleetTree, type TreeGroup } from '@outrider/sdk/select';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { getTrips, getWay, type LinePoint, type PastTrip } from '../api/trips';

interface TripDialogProps {
  onChoose: (way: [number, number][]) => void;
  onClose: () => void;
}

/** A trip of the past to lay a corridor along: of a vehicle, on a day. */
export function TripDialog({ onChoose, onClose }: TripDialogProps) {
  const t = useText('geofences');
  const tSdk = useText();
  const id = useId();
  const { data: tree } = useFleetTree();
  const [vehicleId, setVehicleId] = useState('');
  const { zone } = useFormat().settings;
  const [today] = useState(() => localDay(Date.now(), zone));
  const [day, setDay] = useState(today);
  const [isLoading, setLoading] = useState(false);
  const { data: trips, error, refetch, isFetching } = useQuery({ queryKey: ['geofences', 'trips', vehicleId, day], queryFn: ({ signal }) => getTrips(vehicleId, day, signal), enabled: vehicleId !== '' && day !== '' });
  const choose = (trip: PastTrip) => {
    setLoading(true);
    getWay(vehicleId, trip, new AbortController().signal)
      .then((way: LinePoint[]) => onChoose(way.map(([lng, lat]) => [lng, lat])), (cause: unknown) => toast(cause instanceof ApiError ? cause.message : t('form.corridorFailed'), 'error'))
      .finally(() => setLoading(false));
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={`${id}-title`}>
      <header className="panel-head">
        <h2 id={`${id}-title`} className="grow">{t('trip.title')}</h2>
        <IconButton label={tSdk('action.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className="gf-trips">
        <div className="gf-pair">
          <label className="gf-labelled">
            {t('visit.vehicle')}
            <select className="field" value={vehicleId} onChange={(event) => setVehicleId(event.target.value)}>
              <option value="">{t('trip.choose')}</option>
              {tree ? vehiclesOf(tree).map(({ id: value, vehicle_name: name }) => <option key={value} value={value}>{name}</option>) : null}
            </select>
          </label>
          <label className="gf-labelled">
            {t('trip.day')}
            <DayBox id={`${id}-day`} value={day} max={today} onChange={setDay} />
          </label>
        </div>
        {error && !trips ? <Failure error={error} onRetry={() => void refetch()} /> : null}
        {isFetching || isLoading ? <Loading rows={2} /> : null}
        {trips && !isFetching && !isLoading ? (trips.length === 0 ? <Empty icon="tracking" title={t('trip.none')} /> : <Trips trips={trips} onChoose={choose} />) : null}
      </div>
    </Dialog>
  );
}

function Trips({ trips, onChoose }: { trips: readonly PastTrip[]; onChoose: (trip: PastTrip) => void }) {
  const format = useFormat();
  return (
    <ul className="gf-trip-list">
      {trips.map((trip) => (
        <li key={trip.spanId}>
          <Button variant="quiet" onClick={() => onChoose(trip)}>
            <span className="num">{`${format.time(trip.start_time)} – ${format.time(trip.end_time)}`}</span>
            <span className="ell grow">{[placeName(trip.from?.place), placeName(trip.to?.place)].filter(Boolean).join(' → ')}</span>
            <span className="num t2">{format.distance(trip.distance_m)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The vehicles of a tree, in the order of the alphabet. */
function vehiclesOf(group: TreeGroup): TreeGroup['vehicleArray'] {
  const all = ({ vehicleArray, nodes }: TreeGroup): TreeGroup['vehicleArray'] => [...vehicleArray, ...nodes.flatMap(all)];
  return all(group).sort((a, b) => a.vehicle_name.localeCompare(b.vehicle_name, undefined, { numeric: true }));
}
