import * as z from '@outrider/sdk/schema';

import { api } from './api';
import type { HostId } from './plugins';

const mailSchema = z.object({ id: z.string(), at: z.string(), from: z.string(), to: z.string(), subject: z.string() });

const mailsSchema = z.object({
  host: z.string(),
  host_id: z.string(),
  hosts: z.array(z.object({ id: z.string(), name: z.string() })),
  by: z.enum(['folder', 'server']),
  waiting: z.number(),
  given_up: z.number(),
  mails: z.array(mailSchema),
  total: z.number(),
});

const contentSchema = z.object({ mail: mailSchema, text: z.string(), html: z.string() });

/** One mail of the folder, without its words. */
export type MailView = z.infer<typeof mailSchema>;
/** One mail with its words. */
export type MailContent = z.infer<typeof contentSchema>;

/** The newest mails in the folder of a host. */
export const getMails = (host: HostId, limit: number, signal?: AbortSignal) => api.get('/admin/mails', mailsSchema, { query: { host, limit }, ...(signal ? { signal } : {}) });

/** One mail of it. */
export const getMail = (id: string, host: HostId, signal?: AbortSignal) =>
  api.get('/admin/mails/{id}', contentSchema, { parts: { id }, query: { host }, ...(signal ? { signal } : {}) });
