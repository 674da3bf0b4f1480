import * as z from '@outrider/sdk/schema';

import { api } from '../api/api';
import { presenceSchema } from '../api/get-presences';

/** Nobody knows these of then. */
const notKept = { mileage: undefined, faults: 0, network_signal: undefined, channels: [], trip_start: undefined };

const pastSchema = presenceSchema.omit({ mileage: true, faults: true, network_signal: true, channels: true, trip_start: true, removed: true }).extend({
  group: z.string().catch(''),
  trail: z.array(z.array(z.number()).nullable().transform((point) => point ?? [])).nullish().transform((list) => list ?? []),
}).transform((record) => ({ ...record, ...notKept }));

/** How a vehicle stood, in which group it was, and where it was in the quarter of an hour before (with details). */
export type PastRecord = z.infer<typeof pastSchema>;

const momentSchema = z.object({ Presences: z.array(pastSchema) });

/** How every vehicle in scope stood at a moment of the past, in Unix milliseconds; with details it has trails and all names of places, and takes longer. */
export async function getMoment(at: number, details: boolean, signal: AbortSignal): Promise<PastRecord[]> {
  const { Presences } = await api.get('/org/{orgId}/vehicles/moment', momentSchema, { query: { at_ms: at, ...(details ? { details: true } : {}) }, narrow: true, signal });
  return Presences;
}

const countsSchema = z.object({ counts: z.array(z.object({ at_ms: z.number(), moving: z.number(), idling: z.number() })) });

/** How many vehicles drove and idled at an instant, in Unix milliseconds. */
export type Count = z.infer<typeof countsSchema>['counts'][number];

/** Those of each quarter of an hour of a time of a day at most. */
export async function getCounts(fromMs: number, toMs: number, signal: AbortSignal): Promise<Count[]> {
  return (await api.get('/org/{orgId}/vehicles/moment/counts', countsSchema, { query: { from_ms: fromMs, to_ms: toMs }, narrow: true, signal })).counts;
}
