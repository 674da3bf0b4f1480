import { addMessages, attentionSource, textsOf } from '@outrider/sdk';

import type { Fileset } from './api/filesets';
import { listFilesets } from './api/list-filesets';
import { loadMessages } from './messages';

const t = textsOf('footage');
/** How many are looked through. */
const most = 100;
const everyMs = 60_000;
const dayMs = 86_400_000;

/** Footage that was asked for and never came. */
export const attention = attentionSource({
  everyMs,
  read: async (days, signal) => {
    const since = new Date(Date.now() - days * dayMs).toISOString();
    const filters = [{ field: 'status', op: 'eq' as const, values: ['canceled'] }, { field: 'requested', op: 'gte' as const, values: [since] }];
    const { rows } = await listFilesets('all', { page: 1, size: most, sort: [{ field: 'requested', falls: true }], q: '', filters }, signal);
    const failed = rows.filter((row) => !wasMeant(row));
    if (failed.length === 0) {
      return [];
    }
    await addMessages('footage', loadMessages); // texts are fetched only for those who see some
    return [{ id: 'uploads', label: t('attention.uploads'), order: 30, total: failed.length, path: `/cloud?${new URLSearchParams(filters.map(({ field, op, values }) => ['filter', `${field}:${op}:${values.join()}`])).toString()}`, items: failed.map(itemOf) }];
  },
});

const reasonOf = ({ file_requests }: Fileset) => file_requests.find((file) => file.reason)?.reason ?? '';

/** A person took it back. */
const wasMeant = (row: Fileset) => row.file_requests.some((file) => file.withdrawn);

function itemOf(row: Fileset) {
  return {
    id: row.fileset_request_id, icon: 'files' as const, tone: 'warning' as const, title: t('attention.failed'), text: [row.vehicle_name, row.description, reasonOf(row)].filter(Boolean).join(' · '),
    atMs: Date.parse(row.requested_at), path: `/cloud?q=${encodeURIComponent(row.description)}`, action: { label: t('attention.open') },
  };
}
