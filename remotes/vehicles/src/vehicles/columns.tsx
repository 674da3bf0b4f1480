import { Icon, useText, type VehicleCell, type VehicleColumn, type TextKey, type Translate } from '@outrider/sdk';
import type { TableColumn } from '@outrider/sdk/table';
import { useMemo } from 'react';

import type { Group } from '../api/get-groups';
import { STATUS_TOKEN, STATUS_WORD, typeIcon, vehicleTypes } from '../fleet/vehicle';
import type { VehicleRow } from './vehicle-row';

/**
 * The columns of the list, and those of other plugins; names are the API's, so that links and filters read the same. Those up to the VIN are whole in a window of
 * 1440 pixels.
 */
export function useVehicleColumns(groups: readonly Group[], contributed: readonly VehicleColumn[]): TableColumn<VehicleRow>[] {
  const t = useText('vehicles');
  const tSdk = useText();
  return useMemo(() => {
    const groupChoices = [...new Set(groups.map(({ label }) => label))].map((label) => ({ value: label, label }));
    return [
      { id: 'vehicle_name', label: t('field.name'), value: (row) => row.vehicle_name, width: 166, fixed: true, render: (row) => <NameCell row={row} /> },
      {
        id: 'vehicle_type', label: t('field.type'), kind: 'one-of', width: 149, value: (row) => row.vehicle_type,
        options: vehicleTypes.map((type) => ({ value: type, label: t(`type.${type}`) })), render: (row) => <TypeCell type={row.vehicle_type} />,
      },
      { id: 'group', label: t('field.group'), value: (row) => row.group, width: 136, ...(groupChoices.length > 0 ? { kind: 'one-of' as const, options: groupChoices } : {}) },
      ...contributed.map(({ id, label, width = 160 }): TableColumn<VehicleRow> => ({
        id, label, width, filterable: false, sortable: false, value: ({ cells }) => cells?.[id]?.text ?? '',
        render: ({ cells }) => <ContributedCell cell={cells?.[id]} />,
      })),
      { id: 'make', label: t('field.make'), value: (row) => row.make, width: 103 },
      { id: 'model', label: t('field.model'), value: (row) => row.model, width: 92 },
      { id: 'fuel', label: t('field.fuel'), value: (row) => (row.fuel ? fuelWord(row.fuel, t) : ''), width: 88 },
      { id: 'displacement', label: t('field.displacement'), kind: 'number', value: (row) => row.displacement, width: 114 },
      { id: 'year', label: t('field.year'), kind: 'number', value: (row) => row.year, width: 76, render: (row) => row.year ?? '' },
      { id: 'VIN', label: t('field.vin'), value: (row) => row.VIN, width: 146, render: (row) => <span className="mono">{row.VIN}</span> },
      { id: 'notes', label: t('field.notes'), value: (row) => row.notes, width: 240 },
      { id: 'key', label: t('field.key'), value: (row) => row.key, width: 120, hidden: true },
      { id: 'disabled', label: t('field.disabled'), kind: 'yes-no', value: (row) => row.disabled, width: 100, hidden: true },
      {
        id: 'devices', label: t('field.devices'), value: (row) => row.devices.map(({ device_id }) => device_id).join(', '), width: 160, hidden: true,
        filterable: false, sortable: false,
      },
      { id: 'driver', label: t('popup.driver'), value: (row) => row.driver ?? '', width: 150, hidden: true, filterable: false, sortable: false },
      {
        id: 'status', label: t('field.status'), value: (row) => (row.status ? tSdk(STATUS_WORD[row.status]) : ''), width: 110, hidden: true,
        filterable: false, sortable: false,
      },
    ];
  }, [t, tSdk, groups, contributed]);
}

/** A fuel in the user's words; one of another system stays as it is. */
export function fuelWord(fuel: string, t: Translate<'vehicles'>): string {
  return t(`fuel.${fuel.toLowerCase()}` as TextKey<'vehicles'>, { defaultValue: fuel });
}

function ContributedCell({ cell }: { cell: VehicleCell | undefined }) {
  if (cell?.tone !== 'warn') return <span>{cell?.text}</span>;
  return (
    <span className="row veh-warn">
      <Icon name="warning" small />
      {cell.text}
    </span>
  );
}

function TypeCell({ type }: { type: string }) {
  const t = useText('vehicles');
  return (
    <span className="row">
      <Icon name={typeIcon(type)} small />
      {t(`type.${type}` as TextKey<'vehicles'>, { defaultValue: type })}
    </span>
  );
}

/** Name, number plate, state; and what is wrong with it. */
function NameCell({ row: { vehicle_name, key, status, disabled, faults } }: { row: VehicleRow }) {
  const t = useText('vehicles');
  const tSdk = useText();
  const state = disabled ? t('row.disabled') : status ? tSdk(STATUS_WORD[status]) : undefined;
  return (
    <span className={`veh-name st-${disabled || !status ? 'offline' : STATUS_TOKEN[status]}`}>
      {state ? <span className="dot" role="img" aria-label={state} title={state} /> : null}
      <b className="ell">{vehicle_name}</b>
      {key && key !== vehicle_name ? <span className="t3 s12 ell">{key}</span> : null}
      {disabled ? <span className="veh-tag">{t('row.disabled')}</span> : null}
      {faults ? (
        <span className="veh-faults" role="img" aria-label={t('faults.count', { count: faults })} title={t('faults.count', { count: faults })}>
          <Icon name="warning" small />
        </span>
      ) : null}
    </span>
  );
}
