import { Denied, Empty, Failure, linkTo, Loading, useFormat, usePermission, useText, type WidgetProps } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getFleetStatus, type FleetStatusAnswer } from '../api/get-fleet-status';
import { CATEGORIES, countCategories, type Category } from '../fleet/fleet-categories';
import { useFleet } from '../fleet/use-fleet';
import { isOnline, type FleetVehicle } from '../fleet/vehicle';

import './fleet-status.css';

const token: Record<Category, string> = {
  moving: 'moving', idling: 'idling', parked: 'stationary', offlineDay: 'offline', offlineWeek: 'offline', offlineLong: 'offline', never: 'offline',
};

/** Fleet status on the home page: how many vehicles are online, and what all of them are doing. */
export function FleetStatus({ h }: Pick<WidgetProps, 'h'>) {
  return usePermission('getVehiclePresence') ? <AllowedFleetStatus isLow={h <= lowRows} /> : <Denied />;
}

/** Up to so many rows the shares are a bar, above it a circle. */
const lowRows = 4;

function AllowedFleetStatus({ isLow }: { isLow: boolean }) {
  const t = useText('vehicles');
  const fleet = useFleet();
  switch (fleet.state) {
    case 'pending':
      return <Loading rows={4} />;
    case 'unplaced':
    case 'failed':
      return <Failure error={fleet.error} onRetry={fleet.retry} />;
    case 'loaded':
      return fleet.vehicles.length === 0 ? <Empty icon="vehicles" title={t('empty.none')} /> : <Shares vehicles={fleet.vehicles} heardAt={fleet.heardAt ?? 0} isLow={isLow} />;
  }
}

function Shares({ vehicles, heardAt, isLow }: { vehicles: readonly FleetVehicle[]; heardAt: number; isLow: boolean }) {
  const t = useText('vehicles');
  const format = useFormat();
  const counts = useMemo(() => countCategories(vehicles, heardAt), [vehicles, heardAt]);
  const online = useMemo(() => vehicles.filter(isOnline).length, [vehicles]);
  // The comparison is an addition: without it the widget says what it knows.
  const { data: weeks } = useQuery({ queryKey: ['fleet-weeks'], queryFn: ({ signal }) => getFleetStatus(signal), refetchInterval: weeksMs });
  const change = weeks ? changeOf(weeks) : undefined;
  return (
    <div className={isLow ? 'fleet-status low' : 'fleet-status'}>
      <p className="fleet-status-head">
        <span>
          <b className="num">{format.number(online)}</b> <span className="t2">{t('status.onlineOf', { count: vehicles.length })}</span>
          <Explain about={t('about.title')}>{t('about.status')}</Explain>
        </span>
        {change ? (
          <span className="s12 t2" title={t('status.weeksHint')}>
            <Change by={change.online} better="more" /> {t('status.weeks')}
          </span>
        ) : null}
      </p>
      <div className="fleet-status-body">
        {isLow ? <Bar counts={counts} /> : <Donut counts={counts} total={vehicles.length} />}
        <dl className="fleet-status-list">
          {CATEGORIES.filter((category) => !isLow || category !== 'never' || counts.never > 0).map((category) => (
            <div key={category} className={`st-${token[category]}`}>
              <dt>
                <i className="dot" />
                <a {...linkTo(listOf(category))}>
                  {t(`status.${category}`)}
                </a>
              </dt>
              <dd className="num">{format.number(counts[category])}</dd>
              {change ? (
                <dd className="num fleet-status-change">
                  <Change by={change[category]} better={isOnlineCategory(category) ? undefined : 'fewer'} />
                </dd>
              ) : null}
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

const weeksMs = 5 * 60_000;

/** How the average day of the last 7 differs from that of the 7 before, in whole vehicles. */
function changeOf({ last_7_days: last, previous_7_days: before }: FleetStatusAnswer): Record<Category | 'online', number> {
  const by = (name: keyof typeof last) => Math.round(last[name] - before[name]);
  return {
    moving: by('moving'), idling: by('idling'), parked: by('parked'), offlineDay: by('offline_day'), offlineWeek: by('offline_week'),
    offlineLong: by('offline_long'), never: by('never'), online: Math.round(onlineOf(last) - onlineOf(before)),
  };
}

const onlineOf = ({ moving, idling, parked }: FleetStatusAnswer['now']) => moving + idling + parked;

function isOnlineCategory(category: Category): boolean {
  return category === 'moving' || category === 'idling' || category === 'parked';
}

/** More or fewer than before; coloured only where one of them is better: more vehicles that drive, idle or park are neither. */
function Change({ by, better }: { by: number; better: 'more' | 'fewer' | undefined }) {
  const format = useFormat();
  const text = by === 0 ? format.number(0) : `${by > 0 ? '+' : '\u2212'}${format.number(Math.abs(by))}`;
  return <span className={by === 0 || !better ? 't2' : (better === 'more') === by > 0 ? 'gain' : 'loss'}>{text}</span>;
}

const statusOf: Record<Category, string> = {
  moving: 'MOVING', idling: 'IDLING', parked: 'STATIONARY', offlineDay: 'offline_day', offlineWeek: 'offline_week', offlineLong: 'offline_long', never: 'never',
};

/** The list of a category: the map's, or where time tells those who are offline apart, the report's. */
const listOf = (category: Category) => `${isOnlineCategory(category) ? '/map-view' : '/fleet-status'}?status=${statusOf[category]}`;

/** Shares of a bar; the list below it says them in words. */
function Bar({ counts }: { counts: Readonly<Record<Category, number>> }) {
  return (
    <div className="fleet-status-bar" aria-hidden="true">
      {CATEGORIES.filter((category) => counts[category] > 0).map((category) => (
        <i key={category} className={`st-${token[category]} ${category}`} style={{ flexGrow: counts[category] }} />
      ))}
    </div>
  );
}

/** Shares of a circle; the list beside it says them in words. */
function Donut({ counts, total }: { counts: Readonly<Record<Category, number>>; total: number }) {
  const t = useText('vehicles');
  const format = useFormat();
  const around = 2 * Math.PI * 40;
  const lengthOf = (category: Category) => (counts[category] / Math.max(1, total)) * around;
  const shares = CATEGORIES.map((category, i) => ({ category, length: lengthOf(category), at: CATEGORIES.slice(0, i).reduce((sum, one) => sum + lengthOf(one), 0) }));
  return (
    <svg className="fleet-status-donut" viewBox="0 0 100 100" aria-hidden="true">
      {shares.filter(({ length }) => length > 0).map(({ category, length, at }) => (
        <circle key={category} className={`st-${token[category]}`} cx="50" cy="50" r="40" strokeDasharray={`${Math.max(1, length - 1.5)} ${around}`} strokeDashoffset={-at} />
      ))}
      <text x="50" y="51" className="fleet-status-total">{format.number(total)}</text>
      <text x="50" y="64" className="fleet-status-word">{t('status.vehicles', { count: total })}</text>
    </svg>
  );
}
