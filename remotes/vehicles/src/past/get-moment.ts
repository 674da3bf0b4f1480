import { get } from '@outrider/sdk';

import { presencesSchema, type PresenceRecord } from '../api/get-presences';

/** How every vehicle in scope stood at a moment of the past, in Unix milliseconds. */
export async function getMoment(at: number, signal: AbortSignal): Promise<PresenceRecord[]> {
  const { Presences } = await get('/org/{orgId}/vehicles/moment', presencesSchema, { query: { at_ms: at }, narrow: true, signal });
  return Presences;
}
