import { Icon, labelled, useFormat, useText, type TextKey } from '@outrider/sdk';
import { useFleetTree, type TreeGroup } from '@outrider/sdk/select';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getNow } from '../api/fences';
import type { Trial } from '../api/trial';
import { countsOf, eventsOf } from './counts';

interface TrialResultProps {
  /** Of a geofence that is saved: what it raised stands beside what the form would have raised. */
  fenceId: string | undefined;
  trial: Trial;
  zone: string;
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
}

/** How many are shown one by one. */
const mostListed = 200;
const mostVehicles = 6;
const dayMs = 86_400_000;

/** The events that would have been: how many, when, of which vehicles, and each of them. */
export function TrialResult({ fenceId, trial, zone, chosen, onChoose }: TrialResultProps) {
  const t = useText('geofences');
  const format = useFormat();
  const { data: tree } = useFleetTree();
  const names = useMemo(() => new Map(tree ? vehiclesOf(tree) : []), [tree]);
  const events = useMemo(() => eventsOf(trial), [trial]);
  const { days, hours, triggers, vehicles } = useMemo(() => countsOf(events, trial.total, zone), [events, trial.total, zone]);
  const { total } = trial;
  const nameOf = (id: string) => names.get(id) ?? id;
  return (
    <div className="gf-trial-body">
      <div className="gf-trial-sum">
        <p role="status"><b className="gf-trial-count num">{total.events}</b> {t('trial.events', { count: total.events })}</p>
        <p className="t2 s12">
          {t('trial.visits', { count: total.visits })}, {t('trial.looked', { count: total.vehicles, of: total.of })}
          {total.cut ? ` · ${t('trial.cut')}` : ''}
        </p>
        {fenceId ? <Saved id={fenceId} /> : null}
        <p className="gf-trial-kinds">{[...triggers].map(([trigger, count]) => <span key={trigger} className="chip">{`${t(`triggerName.${trigger}` as TextKey<'geofences'>)} ${count}`}</span>)}</p>
        {events.length === 0 ? null : (
          <>
            <Bars label={t('trial.byDay')} values={days} titleOf={(index) => format.date(total.from_ms + (index + 0.5) * dayMs, zone)} />
            <Bars label={t('trial.byHour')} values={hours} titleOf={(index) => `${String(index).padStart(2, '0')}:00`} />
          </>
        )}
      </div>
      {events.length === 0 ? null : (
      <>
      <dl className="gf-trial-vehicles" aria-label={t('trial.byVehicle')}>
        {vehicles.slice(0, mostVehicles).map(([id, count]) => (
          <div key={id}><dt className="ell">{nameOf(id)}</dt><dd className="num">{count}</dd></div>
        ))}
      </dl>
      <ol className="gf-trial-list" aria-label={t('trial.list')}>
        {events.slice(0, mostListed).map(({ index, visit, trigger, atMs, speedKmh }) => (
          <li key={index}>
            <button type="button" className={index === chosen ? 'gf-trial-row on' : 'gf-trial-row'} aria-pressed={index === chosen} onClick={() => onChoose(index === chosen ? undefined : index)}>
              <b className="ell">{nameOf(visit.vehicle_id)}</b>
              <span className="grow ell">{[t(`triggerName.${trigger}` as TextKey<'geofences'>), speedKmh === undefined ? '' : format.speed(speedKmh)].filter(Boolean).join(' · ')}</span>
              <span className="t2 num">{format.weekdayTime(atMs, zone)}</span>
              <Icon name="map" small />
            </button>
          </li>
        ))}
      </ol>
      </>
      )}
    </div>
  );
}

/** How many events the geofence raised in the last 30 days as it is saved. */
function Saved({ id }: { id: string }) {
  const t = useText('geofences');
  const { data } = useQuery({ queryKey: ['geofences', 'inside', [id]], queryFn: ({ signal }) => getNow([id], signal) });
  const events = data?.get(id)?.events;
  return events === undefined ? null : <p className="t2 s12">{t('trial.saved', { count: events })}</p>;
}

/** Small bars; what they say is in their titles, and in one sentence for a reader of screens. */
function Bars({ label, values, titleOf }: { label: string; values: readonly number[]; titleOf: (index: number) => string }) {
  const most = Math.max(1, ...values);
  const said = values.flatMap((value, index) => (value > 0 ? [labelled(titleOf(index), String(value))] : [])).join(', ');
  return (
    <div className="gf-bars" role="img" aria-label={labelled(label, said || '0')}>
      {values.map((value, index) => (
        // A bar is its place.
        <span key={index} title={labelled(titleOf(index), String(value))} style={{ height: `${(value / most) * 100}%` }} />
      ))}
    </div>
  );
}

function vehiclesOf({ vehicleArray, nodes }: TreeGroup): [string, string][] {
  return [...vehicleArray.map(({ id, vehicle_name: name }): [string, string] => [id, name]), ...nodes.flatMap(vehiclesOf)];
}
