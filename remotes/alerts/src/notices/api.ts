import * as z from '@outrider/sdk/schema';

import { alertSchema } from '../api/alert';
import { api } from '../api/api';

const noticeSchema = z.object({ id: z.string(), at: z.string(), read: z.boolean(), rule: z.string(), alert: alertSchema });
const pageSchema = z.object({ notices: z.array(noticeSchema), unread: z.number(), next: z.string().catch('') });

/** What one of the user's rules has told of. */
export type Notice = z.infer<typeof noticeSchema>;
/** Some notices, the newest first; `unread` is how many are in all, `next` where the next page begins, empty on the last. */
export type NoticePage = z.infer<typeof pageSchema>;

/** A page of the user's notices: those before `before`, or the newest. */
export function readNotices(before: string, isUnread: boolean, size: number, signal?: AbortSignal): Promise<NoticePage> {
  const query = { rows_per_page: size, ...(before ? { before } : {}), ...(isUnread ? { unread: 'true' } : {}) };
  return api.get('/org/{orgId}/alerts/notices', pageSchema, { query, ...(signal ? { signal } : {}) });
}

/** Marks a notice as read, or as unread again. */
export function markNotice(id: string, read: boolean): Promise<Notice> {
  return api.put('/org/{orgId}/alerts/notices/{id}', { read }, noticeSchema, { parts: { id } });
}

/** Marks a notice and all before it as read; answers how many are unread still. */
export async function markNotices(upTo: string): Promise<number> {
  return (await api.post('/org/{orgId}/alerts/notices/read', { up_to: upTo }, z.object({ unread: z.number() }))).unread;
}
