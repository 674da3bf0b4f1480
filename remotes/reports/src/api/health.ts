import type { Recipient } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

export type HealthFrequency = 'daily' | 'weekly';

const recipientSchema = z.object({ kind: z.enum(['user', 'contact', 'list', 'address']), id: z.string(), name: z.string().optional().transform((name) => name ?? '') });

/** Whom the mails about the faults of groups go to. */
export async function getHealthMails(nodes: readonly string[], frequency: HealthFrequency, signal: AbortSignal): Promise<Recipient[]> {
  return (await api.post('/reports/faults/get', { nodes, frequency }, z.object({ recipients: z.array(recipientSchema) }), { signal })).recipients;
}

/** Sets whom they go to; nobody ends them. */
export function setHealthMails(nodes: readonly string[], frequency: HealthFrequency, recipients: readonly Recipient[]): Promise<void> {
  return recipients.length > 0 ? api.post('/reports/faults', { nodes, frequency, recipients }, undefined) : api.del('/reports/faults', { body: { nodes, frequency } });
}
