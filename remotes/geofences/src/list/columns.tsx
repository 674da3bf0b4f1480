import { Icon, useText } from '@outrider/sdk';
import { useMediaQuery } from '@outrider/sdk/mui';
import type { TableColumn } from '@outrider/sdk/table';
import { useMemo, type ReactNode } from 'react';

import type { ListedFence } from '../api/fences';
import { paint } from '../fence-colour';
import { usePeriodText, useTriggerText } from '../trigger-texts';

const triggers = ['enter', 'leave', 'speed_above', 'speed_below', 'park_inside'] as const;

/** The columns of the list; names are the API's, so that links and filters read the same. */
export function useFenceColumns(): TableColumn<ListedFence>[] {
  const t = useText('geofences');
  const triggerText = useTriggerText();
  const periodText = usePeriodText();
  const isWide = useMediaQuery('(min-width: 1600px)'); // narrower, both are the second lines of others
  return useMemo(
    () => [
      { id: 'name', label: t('field.name'), value: (row) => row.name, width: isWide ? 226 : 200, fixed: true, render: (row) => <NameCell row={row} /> },
      {
        id: 'trigger', label: t('field.triggersEvents'), kind: 'one-of', value: (row) => triggerText(row.triggers), width: isWide ? 186 : 170, sortable: false,
        options: triggers.map((value) => ({ value, label: t(`triggerName.${value}`) })), render: (row) => <Lines first={triggerText(row.triggers)} second={row.events === undefined ? '' : t('list.events', { count: row.events })} />,
      },
      { id: 'active_period', label: t('field.period'), value: (row) => periodText(row.active_period).join(' '), width: 108, sortable: false, filterable: false, render: (row) => <PeriodCell parts={periodText(row.active_period)} /> },
      { id: 'vehicles', label: t('field.vehicles'), kind: 'number', value: (row) => row.vehicle_count, width: 80, sortable: false, filterable: false, render: (row) => <VehiclesCell row={row} /> },
      { id: 'inside', label: t('field.inside'), kind: 'number', value: (row) => row.inside, width: 66, sortable: false, filterable: false },
      {
        id: 'disabled', label: t('field.state'), kind: 'yes-no', value: (row) => row.disabled, width: 138, render: (row) => <StateCell disabled={row.disabled} />,
        options: [{ value: 'false', label: t('state.active') }, { value: 'true', label: t('state.disabled') }],
      },
      { id: 'events', label: t('field.events'), kind: 'number', value: (row) => row.events, width: 112, sortable: false, filterable: false, hidden: !isWide },
      { id: 'description', label: t('field.description'), value: (row) => row.description, width: 140, hidden: !isWide },
      { id: 'colour', label: t('field.colour'), value: (row) => row.colour, width: 110, sortable: false, hidden: true },
      { id: 'kind', label: t('field.kind'), kind: 'one-of', value: (row) => row.kind, width: 110, hidden: true, options: (['polygon', 'circle'] as const).map((value) => ({ value, label: t(`kind.${value}`) })), render: (row) => t(`kind.${row.kind}`) },
    ],
    [t, triggerText, periodText, isWide],
  );
}

function NameCell({ row: { name, description, colour, kind } }: { row: ListedFence }) {
  const t = useText('geofences');
  return (
    <span className="gf-name">
      <span className="gf-swatch" style={{ background: paint(colour).color }} role="img" aria-label={t(`kind.${kind}`)} title={t(`kind.${kind}`)} />
      <Lines first={<b>{name}</b>} second={description || t(`kind.${kind}`)} title={description ? `${name}\n${description}` : name} />
    </span>
  );
}

function PeriodCell({ parts: [days, hours] }: { parts: string[] }) {
  const t = useText('geofences');
  return <Lines first={days} second={hours ?? t('period.allHours')} />;
}

/** A value over what is said about it. */
function Lines({ first, second, title }: { first: ReactNode; second: string; title?: string }) {
  return (
    <span className="gf-lines" title={title ?? (typeof first === 'string' ? first : undefined)}>
      <span className="ell">{first}</span>
      <span className="ell t2 s12">{second}</span>
    </span>
  );
}

function VehiclesCell({ row: { vehicle_count: count } }: { row: ListedFence }) {
  const t = useText('geofences');
  return count > 0 ? <span className="num">{count}</span> : (
    <span className="gf-warn" title={t('list.noVehicles')}>
      <Icon name="warning" small />
      <span className="num">0</span>
      <span className="unseen">{t('list.noVehicles')}</span>
    </span>
  );
}

function StateCell({ disabled }: { disabled: boolean }) {
  const t = useText('geofences');
  return (
    <span className={disabled ? 'gf-state off' : 'gf-state'}>
      <span className="dot" aria-hidden="true" />
      {t(disabled ? 'state.disabled' : 'state.active')}
    </span>
  );
}
