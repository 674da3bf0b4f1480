import * as z from '@outrider/sdk/schema';

import { api } from './api';

const rankSchema = z.object({ id: z.string(), name: z.string(), driver_name: z.string().catch(''), alerts: z.number(), alerts_before: z.number() });

/** How many alerts a vehicle or a driver had, and how many in the time before. */
export type Rank = z.infer<typeof rankSchema>;

/** Whose alerts are counted. */
export type RankedBy = 'vehicle' | 'driver';

interface Ranking {
  by: RankedBy;
  /** From when those before count, from when and to when the others; in milliseconds. */
  before: number;
  from: number;
  to: number;
  most: number;
}

/** The answer to `POST /org/{orgId}/alerts/ranking`. */
const rankingSchema = z.object({ ranking: z.array(rankSchema) });

/** Who had the most alerts of driving that are not archived, the most first. */
export async function rankAlerts({ by, before, from, to, most }: Ranking, signal: AbortSignal): Promise<Rank[]> {
  const at = (ms: number) => new Date(ms).toISOString();
  const body = { by, before_timestamp: at(before), start_timestamp: at(from), end_timestamp: at(to), most, filters: [{ attribute: 'kind', value: 'driving' }, { attribute: 'archived', value: 'False' }] };
  return (await api.post('/org/{orgId}/alerts/ranking', body, rankingSchema, { narrow: true, signal })).ranking;
}
