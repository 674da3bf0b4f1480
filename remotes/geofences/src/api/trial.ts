import { ApiError, postForAnswer } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import type { FenceChange } from './fences';

const place = z.object({ lat: z.number(), lng: z.number() });
const eventSchema = z.object({ trigger: z.string(), at_ms: z.number(), at: place, speed_kmh: z.number().optional() });
const visitSchema = z.object({ vehicle_id: z.string(), arrival_ms: z.number(), departure_ms: z.number(), events: z.array(eventSchema).nullish(), way: z.array(place).optional() });
const totalSchema = z.object({ vehicles: z.number(), of: z.number(), visits: z.number(), events: z.number(), from_ms: z.number(), to_ms: z.number(), cut: z.boolean() });
const lineSchema = z.object({
  progress: z.object({ done: z.number(), of: z.number() }).optional(),
  visit: visitSchema.optional(),
  done: totalSchema.optional(),
  problem: z.object({ title: z.string() }).optional(),
});

/** A visit that a vehicle would have made. */
export type TrialVisit = z.infer<typeof visitSchema>;
/** What a geofence would have raised. */
export interface Trial {
  visits: TrialVisit[];
  /** It is not over yet. */
  sofar?: boolean;
  total: z.infer<typeof totalSchema>;
}

/** What a geofence is tried with. */
export type Tried = Required<Pick<FenceChange, 'shape' | 'triggers' | 'active_period' | 'all_vehicles' | 'vehicle_ids' | 'group_ids'>> & { geofence_id?: string };

/** Tries a geofence with the last 30 days; `onProgress` is told how many of the vehicles are done, and what was found so far. */
export async function tryFence(tried: Tried, onProgress: (done: number, of: number, visits: TrialVisit[]) => void, signal: AbortSignal): Promise<Trial> {
  const answer = await postForAnswer('/org/{orgId}/geofences/trial', tried, { signal });
  const visits: TrialVisit[] = [];
  for await (const text of linesOf(answer)) {
    const { progress, visit, done, problem } = lineSchema.parse(JSON.parse(text));
    if (problem) throw new ApiError({ kind: 'unavailable', status: 503, title: problem.title });
    if (progress) onProgress(progress.done, progress.of, [...visits]);
    if (visit) visits.push(visit);
    if (done) return { visits, total: done };
  }
  throw new ApiError({ kind: 'unexpected', status: 200, title: 'Could not load data.' });
}

/** The lines of an answer as they come. */
async function* linesOf(answer: Response): AsyncGenerator<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) break;
    const lines = (rest + piece.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter(Boolean);
  }
  if (rest) yield rest;
}
