import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';

/** The name of the table of invites, among views and queries. */
export const invitesTable = 'invites';

/** The states of an invite. */
export const inviteStates = ['pending', 'expired', 'cancelled', 'accepted'] as const;

/** An invite as the API describes one. */
export const inviteSchema = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.string(),
  user_group: z.string(),
  state: z.enum(inviteStates),
  created_by: z.string(),
  created_date: z.string(),
  expires: z.string(),
});

/** See the schema. */
export type Invite = z.infer<typeof inviteSchema>;

const pageSchema = z.object({ Invites: z.array(inviteSchema), page_count: z.number(), total_records: z.number() });

/** One page of invites. */
export async function listInvites(query: ListQuery, signal?: AbortSignal): Promise<TablePage<Invite>> {
  const answer = await api.get('/org/{orgId}/invite', pageSchema, { query: listParameters(query), ...(signal ? { signal } : {}) });
  return { rows: answer.Invites, total: answer.total_records, pageCount: answer.page_count };
}

/** Whom to invite. */
export interface Invitation {
  email: string;
  role: string;
  node?: string;
  first_name?: string;
  last_name?: string;
}

/** Invites somebody by mail. */
export function createInvite(invitation: Invitation): Promise<Invite> {
  return api.post('/invite', invitation, inviteSchema);
}

/** Makes the link of an invite worthless. */
export function cancelInvite(id: string): Promise<void> {
  return api.del('/invite/{id}', { parts: { id } });
}

/** Mails a new link. */
export function resendInvite(id: string): Promise<Invite> {
  return api.post('/invite/{id}/resend', undefined, inviteSchema, { parts: { id } });
}

/** One line of a file of people. */
export interface ImportRow {
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  group: string;
}

const importSchema = z.object({
  rows: z.array(z.object({ email: z.string(), role: z.string(), user_group: z.string(), field: z.string().optional(), problem: z.string().optional() })),
  invited: z.number(),
});

/** What becomes of each line. */
export type Imported = z.infer<typeof importSchema>;

/** How many lines one call takes. */
export const mostImported = 500;

/** Invites people of a file, or says what would become of each line. */
export function importInvites(rows: ImportRow[], preview: boolean): Promise<Imported> {
  return api.post('/org/{orgId}/invite/import', { rows, preview }, importSchema);
}
