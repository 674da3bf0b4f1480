import * as z from '@outrider/sdk/schema';

import { api } from '../api/api';

const retentionSchema = z.object({ keep_days: z.number(), own_days: z.number().nullable(), least_days: z.number(), host_keep_days: z.number() });

/** How many days of history are kept: what the organisation chose (null: nothing), and between which bounds it can. */
export type Retention = z.infer<typeof retentionSchema>;

/** Under which it is kept among the queries. */
export const retentionKey = ['vehicles-retention'] as const;

const path = '/org/{orgId}/vehicles/retention';

/** See {@link Retention}. */
export function getRetention(signal: AbortSignal): Promise<Retention> {
  return api.get(path, retentionSchema, { signal });
}

/** Changes how many days are kept; null: as many as the host keeps. */
export function changeRetention(days: number | null): Promise<Retention> {
  return api.put(path, { keep_days: days }, retentionSchema);
}
