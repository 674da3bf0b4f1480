import { post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const answerSchema = z.object({
  Spans: z
    .array(z.object({ timestamp: z.string(), speed: z.number().nullable().catch(null) }))
    .nullish()
    .transform((v) => v ?? []),
});

/** How fast a vehicle went at an instant. */
export interface SpeedReading {
  /** Unix milliseconds. */
  atMs: number;
  /** km/h; null where the device did not know. */
  speed: number | null;
}

/** How fast a vehicle went between two instants in milliseconds, at most the first 20,000 readings. For those who may track vehicles. */
export async function getSpeeds(vehicleId: string, fromMs: number, toMs: number, signal: AbortSignal): Promise<SpeedReading[]> {
  const body = { start_time: new Date(fromMs).toISOString(), end_time: new Date(toMs).toISOString() };
  const { Spans } = await post(`/org/{orgId}/vehicles/${encodeURIComponent(vehicleId)}/trips/spans`, body, answerSchema, { signal });
  return Spans.map(({ timestamp, speed }) => ({ atMs: Date.parse(timestamp), speed })).filter(({ atMs }) => Number.isFinite(atMs));
}
