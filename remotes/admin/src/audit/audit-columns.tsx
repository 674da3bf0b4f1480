import { labelled, useText, type Translate, type TextKey } from '@outrider/sdk';

import type { AuditRecord } from '../api/audit';
import type { Column } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { StatePill } from '../ui/state-pill';
import { useChangedValue } from './changed-value';

/** Who acted: the person, or the plugin by itself. */
export function actorOf({ actor_name, actor_email, plugin }: AuditRecord): string {
  return actor_name || actor_email || plugin || '–';
}

/** The role of who acted in words; an organisation's own by its id. */
export function roleOf(t: Translate<'admin'>, { actor_role: role }: AuditRecord): string {
  return role && t(`role.${role}` as TextKey<'admin'>, { defaultValue: role });
}

/** The columns of the log. */
export function useAuditColumns(ofAll: boolean): Column<AuditRecord>[] {
  const t = useText('admin');
  const { format } = useFigures();
  const columns: Column<AuditRecord>[] = [
    { id: 'at', label: t('audit.at'), cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time> },
    {
      id: 'who',
      label: t('audit.who'),
      cell: (record) => (
        <span className="ops-two">
          <b>{actorOf(record)}</b>
          <span className="t2 s12">{(record.actor_name && record.actor_email) || roleOf(t, record)}</span>
        </span>
      ),
    },
    { id: 'what', label: t('audit.happened'), cell: (record) => <What record={record} /> },
    { id: 'result', label: t('audit.result'), cell: ({ result }) => <StatePill state={result} /> },
  ];
  return ofAll ? [...columns.slice(0, 2), { id: 'org', label: t('organisation'), cell: ({ org_id }) => org_id || '–' }, ...columns.slice(2)] : columns;
}

/** What was done in words, and what changed; the call itself where nobody has words for it. */
function What({ record: { sentence, operation, detail, changes } }: { record: AuditRecord }) {
  const value = useChangedValue();
  return (
    <span className="ops-two ops-what">
      {sentence ? <span>{sentence}</span> : <span className="mono ops-break">{operation}</span>}
      {changes.length > 0 ? (
        <span className="t2 s12">{changes.map(({ label, before, after }) => labelled(label, `${value(before)} → ${value(after)}`)).join(' · ')}</span>
      ) : detail && !sentence ? (
        <span className="t2 s12">{detail}</span>
      ) : null}
    </span>
  );
}
