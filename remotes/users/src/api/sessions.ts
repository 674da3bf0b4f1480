import { del, get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const sessionsSchema = z.object({
  Sessions: z.array(z.object({ id: z.string(), user_agent: z.string(), address: z.string(), country: z.string().optional(), last_seen: z.string(), current: z.boolean() })),
});

/** A session that goes on. */
export type OpenSession = z.infer<typeof sessionsSchema>['Sessions'][number];

const pathOf = (userId: string) => `/user/${encodeURIComponent(userId)}/sessions`;

/** Where somebody is signed in. */
export async function getSessions(userId: string, signal?: AbortSignal): Promise<OpenSession[]> {
  return (await get(pathOf(userId), sessionsSchema, signal ? { signal } : {})).Sessions;
}

/** Ends all sessions but the one that asks. */
export function endOtherSessions(userId: string): Promise<void> {
  return del(pathOf(userId));
}

/** Ends one session. */
export function endSession(userId: string, id: string): Promise<void> {
  return del(`${pathOf(userId)}/${encodeURIComponent(id)}`);
}
