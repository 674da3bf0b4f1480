import { Button, Chip, Icon, useText } from '@outrider/sdk';
import { lazy, Suspense, useState } from 'react';

import type { Names } from '../api/report';
import { untouched, type Choice } from './choice';
import { coversText } from './covers-text';
import type { ReportKind } from './report-kind';

/** The tree of vehicles is heavy: who does not choose does not fetch it. */
const VehicleSelectorDialog = lazy(() => import('@outrider/sdk/select').then((m) => ({ default: m.VehicleSelectorDialog })));

/** A report without filters does not fetch them, and one of now no range. */
const FilterFields = lazy(() => import('./filter-fields').then((m) => ({ default: m.FilterFields })));

const RangeField = lazy(() => import('./range-field').then((m) => ({ default: m.RangeField })));

interface FilterBankProps {
  type: ReportKind;
  choice: Choice;
  names: Names | undefined;
  onChange: (part: Partial<Choice>) => void;
}

/** What a report is asked for: vehicles and groups, a time, and the filters that it declares. */
export function FilterBank({ type, choice, names, onChange }: FilterBankProps) {
  const t = useText('reports');
  const [isChoosing, setChoosing] = useState(false);
  const isChosen = choice.vehicles.length + choice.groups.length > 0;
  return (
    <div className="rp-bank" role="group" aria-label={t('filters')}>
      <Chip isOn={isChosen} onClick={() => setChoosing(true)}>
        <Icon name="vehicles" small />
        {coversText(choice, names, t)}
      </Chip>
      {isChosen ? <Button variant="quiet" size="small" onClick={() => onChange({ vehicles: [], groups: [] })}>{t('allVehicles')}</Button> : null}
      {type.now ? null : <Suspense fallback={null}><RangeField choice={choice} onChange={onChange} /></Suspense>}
      {type.now || type.totals.length === 0 ? null : (
        <Chip isOn={choice.isCompared} aria-pressed={choice.isCompared} onClick={() => onChange({ isCompared: !choice.isCompared })}>
          {t('compare')}
        </Chip>
      )}
      {type.filters.length > 0 ? <Suspense fallback={null}><FilterFields fields={type.filters} values={choice.filters} onChange={(filters) => onChange({ filters })} /></Suspense> : null}
      <Button variant="quiet" size="small" onClick={() => onChange({ ...untouched, range: undefined, shortcut: 'last7Days' })}>
        <Icon name="refresh" small />
        {t('reset')}
      </Button>
      {isChoosing ? (
        <Suspense fallback={null}>
          <VehicleSelectorDialog
            value={choice.vehicles}
            groups={choice.groups}
            onCancel={() => setChoosing(false)}
            onOk={(vehicles, groups) => {
              setChoosing(false);
              onChange({ vehicles, groups });
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
