import { Button, ExtensionSlot, Failure, Icon, IconButton, Loading, openPath, type ReachProps, useFormat, usePermission, useText, type TextKey } from '@outrider/sdk';
import { useNavigate } from '@outrider/sdk/router';
import { DataTable, type RowAction, type TableColumn } from '@outrider/sdk/table';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';

import { getFence } from '../api/fences';
import { listVisits, type Visit } from '../api/visits';
import { paint } from '../fence-colour';
import { usePeriodText, useTriggerText } from '../trigger-texts';

// With its chart, when somebody asks for the days.
const VisitDays = lazy(async () => ({ default: (await import('./visit-days')).VisitDays }));

const keyOf = ({ id }: Visit) => id;

interface DetailsPanelProps {
  id: string;
  onClose: () => void;
  /** Has the map show the geofences as they were at a time. */
  onMoment: (atMs: number) => void;
}

/** One geofence: who visited it, and what it is. */
export function DetailsPanel({ id, onClose, onMoment }: DetailsPanelProps) {
  const t = useText('geofences');
  const tSdk = useText();
  const navigate = useNavigate();
  const [tab, setTab] = useState<'visits' | 'days' | 'details'>('visits');
  const { data: fence, error, refetch } = useQuery({ queryKey: ['geofences', 'one', id], queryFn: ({ signal }) => getFence(id, signal) });
  const columns = useVisitColumns();
  const mayTrack = usePermission('TrackVehicle');
  const visitActions = (visit: Visit): RowAction[] => [
    { id: 'then', label: t('details.then'), icon: 'clock', run: () => onMoment(visit.arrival_ms) },
    { id: 'track', label: t('details.track'), icon: 'tracking', ...(mayTrack ? {} : { disabled: t('list.mayNot') }), run: () => openPath(`/tracking?id=${encodeURIComponent(visit.vehicle_id)}&at=${visit.arrival_ms}`) },
  ];
  const fetchPage = useCallback((query: Parameters<typeof listVisits>[1], signal?: AbortSignal) => listVisits(id, query, signal), [id]);
  return (
    <section className="gf-details card" aria-label={fence?.name ?? t('list.details')}>
      <header className="panel-head">
        {fence ? <span className="gf-swatch" style={{ background: paint(fence.colour).color }} aria-hidden="true" /> : null}
        <h2 className="ell">{fence?.name ?? '…'}</h2>
        <div className="tabs" role="tablist" aria-label={t('list.details')}>
          {(['visits', 'days', 'details'] as const).map((one) => (
            <button key={one} type="button" role="tab" aria-selected={tab === one} className={tab === one ? 'on' : undefined} onClick={() => setTab(one)}>
              {t(`details.${one}`)}
            </button>
          ))}
        </div>
        <span className="grow" />
        {fence?.may_edit ? (
          <Button size="small" onClick={() => void navigate(`/geo-fence/${encodeURIComponent(id)}/edit`)}>
            <Icon name="edit" small />
            {t('list.edit')}
          </Button>
        ) : null}
        <IconButton label={tSdk('action.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className="gf-details-body" role="tabpanel">
        {error && !fence ? <Failure error={error} onRetry={() => void refetch()} /> : null}
        {!fence && !error ? <Loading rows={3} /> : null}
        {fence && tab === 'visits' ? (
          <DataTable<Visit>
            id="geofence-visits" address={false} label={t('details.visitsOf', { name: fence.name })} columns={columns} rowKey={keyOf} fetchPage={fetchPage} sort="-arrival" searchLabel={t('details.search')}
            rowActions={visitActions} empty={{ title: t('details.noVisits'), text: t('details.noVisitsText'), icon: 'geofencing' }}
          />
        ) : null}
        {fence && tab === 'days' ? <Suspense fallback={<Loading rows={4} />}><VisitDays id={id} name={fence.name} /></Suspense> : null}
        {fence && tab === 'details' ? <Facts fence={fence} /> : null}
      </div>
    </section>
  );
}

function Facts({ fence }: { fence: Awaited<ReturnType<typeof getFence>> }) {
  const t = useText('geofences');
  const triggerText = useTriggerText();
  const periodText = usePeriodText();
  const linked = ({ vehicle_ids, group_ids }: typeof fence) => `${t('details.vehicles', { count: vehicle_ids.length })}, ${t('details.groups', { count: group_ids.length })}`;
  const facts: [string, string][] = [
    [t('field.description'), fence.description || '–'],
    [t('field.kind'), t(`kind.${fence.shape.type}`)],
    [t('field.triggers'), triggerText(fence.triggers)],
    [t('field.period'), `${periodText(fence.active_period).join(' ')}${fence.active_period ? ` (${fence.active_period.zone})` : ''}`],
    [t('field.vehicles'), fence.all_vehicles ? t('form.allVehicles') : linked(fence)],
    [t('field.state'), t(fence.disabled ? 'state.disabled' : 'state.active')],
    [t('form.sharedWith'), t('details.users', { count: fence.shared_with.length })],
  ];
  return (
    <>
      {!fence.all_vehicles && fence.vehicle_ids.length === 0 && fence.group_ids.length === 0 ? <p className="gf-warn" role="status"><Icon name="warning" small />{t('list.noVehicles')}</p> : null}
      <dl className="gf-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="t2 s12">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <Button size="small" onClick={() => openPath('/geofence-events')}>{t('details.alerts')}</Button>
        <ExtensionSlot name="reach" props={{ name: fence.name, permission: 'viewGeofence', node: fence.group_id, users: [fence.created_by, ...fence.shared_with] } satisfies ReachProps} />
      </div>
    </>
  );
}

function useVisitColumns(): TableColumn<Visit>[] {
  const t = useText('geofences');
  const format = useFormat();
  return useMemo(
    () => [
      { id: 'vehicle', label: t('visit.vehicle'), value: (row) => row.vehicle, width: 160, fixed: true },
      { id: 'arrival', label: t('visit.arrival'), kind: 'date-time', value: (row) => row.arrival_ms, width: 180 },
      {
        id: 'departure', label: t('visit.departure'), kind: 'date-time', value: (row) => row.departure_ms || null, width: 180,
        render: (row) => (row.departure_ms ? format.dateTime(row.departure_ms) : <span className="gf-state"><span className="dot" aria-hidden="true" />{t('visit.inside')}</span>),
      },
      { id: 'duration', label: t('visit.duration'), kind: 'duration', value: (row) => row.duration_s, width: 110, sortable: false, filterable: false },
      { id: 'distance_m', label: t('visit.distance'), kind: 'distance', value: (row) => row.distance_m, width: 110 },
      { id: 'top_speed_kmh', label: t('visit.topSpeed'), kind: 'speed', value: (row) => row.top_speed_kmh, width: 110 },
      { id: 'events', label: t('visit.events'), value: (row) => row.events.map(({ trigger }) => t(`triggerName.${trigger}` as TextKey<'geofences'>)).join(', '), width: 220, sortable: false, filterable: false },
      {
        id: 'note', label: t('visit.note'), width: 220, sortable: false, filterable: false,
        value: (row) => [row.found ? t('visit.found') : '', row.through ? t('visit.through') : '', row.ended === 'fence' || row.ended === 'vehicle' ? t(`visit.ended.${row.ended}`) : '', row.corrected_ms ? t('visit.corrected') : ''].filter(Boolean).join(', '),
      },
    ],
    [t, format],
  );
}
