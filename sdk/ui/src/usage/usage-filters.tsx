import { lazy, Suspense, useState, type ReactNode } from 'react';

import { Button, Chip } from '../buttons';
import { labelled, useText } from '../i18n';
import { Icon } from '../icons';
import { DateTimeRangePicker } from '../inputs';
import type { UsageChoice } from './usage-choice';

const VehicleSelectorDialog = lazy(() => import('../select').then((m) => ({ default: m.VehicleSelectorDialog })));

/** One filter of a closed list of values. */
export interface UsageField {
  key: string;
  label: string;
  options: { value: string; label: string }[];
}

export interface UsageFiltersProps {
  /** Whose catalogue has the texts `range`, `vehicles` (with a count), `allVehicles` and `any`. */
  namespace: string;
  choice: UsageChoice;
  onChange: (choice: UsageChoice) => void;
  fields: readonly UsageField[];
  children?: ReactNode;
}

/** What a page about a time is asked for: range, vehicles and filters. */
export function UsageFilters({ namespace, choice, onChange, fields, children }: UsageFiltersProps) {
  const t = useText(namespace);
  const [isChoosing, setChoosing] = useState(false);
  const { local, vehicles, filters } = choice;
  const put = (key: string, value: string) => {
    const others = Object.entries(filters).filter(([one]) => one !== key);
    onChange({ ...choice, filters: Object.fromEntries(value === '' ? others : [...others, [key, value]]) });
  };
  return (
    <div className="usage-filters">
      <DateTimeRangePicker label={t('range')} value={local} maxDays={400} onChange={(next) => onChange({ ...choice, local: next })} />
      <Chip isOn={vehicles.length > 0} onClick={() => setChoosing(true)}>
        <Icon name="vehicles" small />
        {vehicles.length > 0 ? t('vehicles', { count: vehicles.length }) : t('allVehicles')}
      </Chip>
      {vehicles.length > 0 ? <Button variant="quiet" size="small" onClick={() => onChange({ ...choice, vehicles: [] })}>{t('allVehicles')}</Button> : null}
      {fields.map(({ key, label, options }) => (
        <select key={key} className={filters[key] ? 'chip on' : 'chip'} aria-label={label} value={filters[key] ?? ''} onChange={({ target }) => put(key, target.value)}>
          <option value="">{labelled(label, t('any'))}</option>
          {options.map(({ value, label: name }) => <option key={value} value={value}>{name}</option>)}
        </select>
      ))}
      {children}
      {isChoosing ? (
        <Suspense fallback={null}>
          <VehicleSelectorDialog
            value={vehicles}
            onCancel={() => setChoosing(false)}
            onOk={(chosen) => {
              setChoosing(false);
              onChange({ ...choice, vehicles: chosen });
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
