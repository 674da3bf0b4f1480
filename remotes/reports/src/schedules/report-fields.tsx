import { Segment, useManifestText, useText } from '@outrider/sdk';
import { lazy, Suspense, useState } from 'react';

import type { ScheduleDraft } from '../api/schedules';
import { coversText } from '../page/covers-text';
import { SubTotalsField } from '../page/sub-totals-field';
import { FilterFields } from '../page/filter-fields';
import type { ReportKind } from '../page/report-kind';
import { filtersOf } from './draft';

const ChosenGroups = lazy(() => import('./chosen-groups').then((m) => ({ default: m.ChosenGroups })));
const VehicleSelectorDialog = lazy(() => import('@outrider/sdk/select').then((m) => ({ default: m.VehicleSelectorDialog })));

interface ReportFieldsProps {
  draft: ScheduleDraft;
  type: ReportKind | undefined;
  types: readonly ReportKind[];
  /** What a report was called that is not offered any more. */
  lastTitle?: string | undefined;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

/** A report of the moment, or one that adds nothing up, compares nothing. */
const isComparable = (type: ReportKind) => type.now !== true && type.totals.length > 0;

/** Which report it is, among those that the user may schedule, of which vehicles, with which filters and sub-totals. */
export function ReportFields({ draft, type, types, lastTitle, onChange }: ReportFieldsProps) {
  const t = useText('reports');
  const text = useManifestText();
  const [isChoosing, setChoosing] = useState(false);
  const choose = (id: string) => {
    const next = types.find((one) => one.id === id);
    const isNamed = draft.name !== '' && draft.name !== (type ? text(type.title) : '');
    onChange({ report_type: id, filters: next ? filtersOf(next) : {}, columns: [], group_by: undefined, compared_with: next && isComparable(next) ? draft.compared_with : undefined, ...(next && !isNamed ? { name: text(next.title) } : {}) });
  };
  return (
    <>
      <label>
        <span className="label">{t('schedules.report')}</span>
        <select className="sc-input" value={draft.report_type} onChange={({ target }) => choose(target.value)}>
          <option value="" disabled>{t('schedules.chooseReport')}</option>
          {types.filter((one) => one.may_schedule || one === type).map((one) => <option key={one.id} value={one.id} disabled={!one.may_schedule}>{text(one.title)}</option>)}
          {type || draft.report_type === '' ? null : <option value={draft.report_type} disabled>{lastTitle || draft.report_type}</option>}
        </select>
      </label>
      <div>
        <span className="label">{t('schedules.vehicles')}</span>
        <div className="row">
          <span className="seg" role="group" aria-label={t('schedules.vehicles')}>
            <Segment isOn={draft.all_vehicles} onClick={() => onChange({ all_vehicles: true, vehicle_ids: [], group_ids: [] })}>{t('allVehicles')}</Segment>
            <Segment isOn={!draft.all_vehicles} onClick={() => setChoosing(true)}>
              {draft.vehicle_ids.length + draft.group_ids.length > 0 ? coversText({ vehicles: draft.vehicle_ids, groups: draft.group_ids }, undefined, t) : t('schedules.chooseVehicles')}
            </Segment>
          </span>
        </div>
        {draft.group_ids.length > 0 ? <Suspense fallback={null}><ChosenGroups ids={draft.group_ids} /></Suspense> : null}
      </div>
      {type && (type.filters.length > 0 || type.group_by.length > 0) ? (
        <div className="rp-bank">
          <FilterFields fields={type.filters} values={draft.filters} onChange={(filters) => onChange({ filters })} />
          <SubTotalsField type={type} value={draft.group_by ?? ''} onChange={(key) => onChange({ group_by: key || undefined })} />
        </div>
      ) : null}
      {type && isComparable(type) ? (
        <label className="row s12">
          <input type="checkbox" checked={draft.compared_with === 'previous'} onChange={({ target }) => onChange({ compared_with: target.checked ? 'previous' : undefined })} />
          {t('compare')}
        </label>
      ) : null}
      {isChoosing ? (
        <Suspense fallback={null}>
          <VehicleSelectorDialog
            value={draft.vehicle_ids}
            groups={draft.group_ids}
            onCancel={() => setChoosing(false)}
            onOk={(vehicle_ids, group_ids) => {
              setChoosing(false);
              onChange({ vehicle_ids, group_ids, all_vehicles: false });
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
