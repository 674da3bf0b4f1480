import * as z from '@outrider/sdk/schema';

import { api } from './api';

const sessionsSchema = z.object({
  Sessions: z.array(z.object({ id: z.string(), user_agent: z.string(), address: z.string(), country: z.string().optional(), last_seen: z.string(), current: z.boolean() })),
});

/** A session that goes on. */
export type OpenSession = z.infer<typeof sessionsSchema>['Sessions'][number];

const path = '/user/{id}/sessions';

/** Where somebody is signed in. */
export async function getSessions(userId: string, signal?: AbortSignal): Promise<OpenSession[]> {
  return (await api.get(path, sessionsSchema, { parts: { id: userId }, ...(signal ? { signal } : {}) })).Sessions;
}

/** Ends all sessions but the one that asks. */
export function endOtherSessions(userId: string): Promise<void> {
  return api.del(path, { parts: { id: userId } });
}

/** Ends one session. */
export function endSession(userId: string, id: string): Promise<void> {
  return api.del('/user/{id}/sessions/{sessionId}', { parts: { id: userId, sessionId: id } });
}
