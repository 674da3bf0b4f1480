import { Button, fieldText, labelled, useFormat, useManifestText, useText } from '@outrider/sdk';
import { lazy, Suspense } from 'react';

import type { ScheduleDraft } from '../api/schedules';
import { coversText } from '../page/covers-text';
import type { ReportKind } from '../page/report-kind';

const ChosenGroups = lazy(() => import('./chosen-groups').then((m) => ({ default: m.ChosenGroups })));

interface ChosenReportProps {
  draft: ScheduleDraft;
  type: ReportKind | undefined;
  /** What a report was called that is not offered any more. */
  lastTitle?: string | undefined;
  onChange: () => void;
}

/** The report that was chosen in the first step: of which vehicles, with which filters and sub-totals. */
export function ChosenReport({ draft, type, lastTitle, onChange }: ChosenReportProps) {
  const t = useText('reports');
  const text = useManifestText();
  const format = useFormat();
  const filters = type?.filters.flatMap((field) => {
    const chosen = [draft.filters[field.key] ?? []].flat().map((one) => fieldText(format, field, one) ?? String(one)).filter(Boolean);
    return chosen.length > 0 ? [labelled(text(field.label), field.choices || chosen.length === 1 ? chosen.join(', ') : t('choices.chosen', { count: chosen.length }))] : [];
  });
  const by = type?.columns.find(({ key }) => key === draft.group_by);
  const about = [coversText({ vehicles: draft.vehicle_ids, groups: draft.group_ids }, undefined, t), ...(filters ?? []), ...(by ? [labelled(t('subTotals'), text(by.label))] : []), ...(draft.compared_with ? [t('compare')] : [])];
  return (
    <div className="sc-chosen-report">
      <div className="grow">
        <b>{type ? text(type.title) : (lastTitle ?? draft.report_type)}</b>
        <div className="s12 t2">{about.join(' · ')}</div>
        {draft.group_ids.length > 0 ? <Suspense fallback={null}><ChosenGroups ids={draft.group_ids} /></Suspense> : null}
      </div>
      <Button variant="quiet" size="small" onClick={onChange}>{t('schedules.change')}</Button>
    </div>
  );
}
