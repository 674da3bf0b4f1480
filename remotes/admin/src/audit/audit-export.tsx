import { labelled, useText, type TextKey } from '@outrider/sdk';
import { ExportMenu, type FetchPage, type TableColumn } from '@outrider/sdk/table';
import { useMemo } from 'react';

import { getAudit, mostRecords, type AuditFilter, type AuditRecord } from '../api/audit';

const fields: [label: TextKey<'admin'>, value: (record: AuditRecord) => string | number][] = [
  ['audit.at', ({ at }) => at],
  ['audit.who', ({ actor_name }) => actor_name],
  ['audit.email', ({ actor_email }) => actor_email],
  ['audit.role', ({ actor_role }) => actor_role],
  ['audit.through', ({ plugin }) => plugin],
  ['audit.actsIn', ({ org_id }) => org_id],
  ['audit.home', ({ home_org_id }) => home_org_id],
  ['audit.happened', ({ sentence }) => sentence],
  ['audit.changes', ({ changes }) => changes.map(({ label, before, after }) => labelled(label, `${before} → ${after}`)).join('; ')],
  ['audit.what', ({ operation }) => operation],
  ['audit.detail', ({ detail }) => detail],
  ['audit.object', ({ object_kind }) => object_kind],
  ['audit.objectId', ({ object_id }) => object_id],
  ['audit.fields', ({ fields: names }) => names.join(' ')],
  ['audit.status', ({ status }) => status || ''],
  ['audit.address', ({ address }) => address],
  ['audit.session', ({ session_id }) => session_id],
  ['audit.request', ({ request_id }) => request_id],
  ['audit.trace', ({ trace }) => trace],
  ['audit.host', ({ host }) => host],
];

/** Writes every record that matches into a file, the newest first; times as the log has them, to the millisecond in UTC. */
export function AuditExport({ ofAll, filter }: { ofAll: boolean; filter: AuditFilter }) {
  const t = useText('admin');
  const columns = useMemo(
    () => [
      ...fields.map(([label, value]): TableColumn<AuditRecord> => ({ id: label, label: t(label), value })),
      { id: 'result', label: t('audit.result'), value: ({ result }: AuditRecord) => t(`state.${result}`) },
    ],
    [t],
  );
  const fetchPage = useMemo(() => pagesOf(ofAll, filter), [ofAll, filter]);
  return <ExportMenu label={t('audit.title')} columns={columns} query={{ page: 1, size: mostRecords, sort: [], q: '', filters: [] }} fetchPage={fetchPage} />;
}

/** Pages by number out of a log that is read onwards from a record: each page begins where the one before ended. */
function pagesOf(ofAll: boolean, filter: AuditFilter): FetchPage<AuditRecord> {
  let before: string | undefined;
  let read = 0;
  return async ({ page }, signal) => {
    if (page === 1) {
      before = undefined;
      read = 0;
    }
    const { records, next } = await getAudit(ofAll, filter, before, signal, mostRecords);
    before = next || undefined;
    read += records.length;
    return { rows: records, total: read, pageCount: next ? page + 1 : page };
  };
}
