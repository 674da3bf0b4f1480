import { useManifestText, useText } from '@outrider/sdk';

import type { ReportKind } from './report-kind';

interface SubTotalsFieldProps {
  type: ReportKind;
  /** A key of `group_by`; empty: none. */
  value: string;
  onChange: (key: string) => void;
}

/** The column by which a report is divided; nothing where it has none to choose. */
export function SubTotalsField({ type, value, onChange }: SubTotalsFieldProps) {
  const t = useText('reports');
  const text = useManifestText();
  if (type.group_by.length === 0) return null;
  return (
    <select className="chip" aria-label={t('subTotals')} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t('noSubTotals')}</option>
      {type.group_by.map((key) => {
        const column = type.columns.find((one) => one.key === key);
        return <option key={key} value={key}>{t('labelled', { label: t('subTotals'), value: column ? text(column.label) : key })}</option>;
      })}
    </select>
  );
}
