import { useText } from '@outrider/sdk';

import type { AuditRecord } from '../api/audit';
import type { Column } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { StatePill } from '../ui/state-pill';

/** Who acted: the person, or the plugin by itself. */
export function actorOf({ actor_name, actor_email, plugin }: AuditRecord): string {
  return actor_name || actor_email || plugin || '–';
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
          <span className="t2 s12">{(record.actor_name && record.actor_email) || record.actor_role}</span>
        </span>
      ),
    },
    { id: 'what', label: t('audit.what'), cell: ({ operation, detail }) => (
      <span className="ops-two ops-what">
        <span className="mono ops-break">{operation}</span>
        {detail ? <span className="t2 s12">{detail}</span> : null}
      </span>
    ) },
    { id: 'object', label: t('audit.object'), cell: ({ object_kind, object_id }) => (
      <span className="ops-two">
        <span>{object_kind || '–'}</span>
        <span className="t2 s12 ops-break">{object_id}</span>
      </span>
    ) },
    { id: 'result', label: t('audit.result'), cell: ({ result }) => <StatePill state={result} /> },
  ];
  return ofAll ? [...columns.slice(0, 2), { id: 'org', label: t('organisation'), cell: ({ org_id }) => org_id || '–' }, ...columns.slice(2)] : columns;
}
