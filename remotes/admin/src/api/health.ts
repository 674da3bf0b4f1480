import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const stateSchema = z.enum(['ready', 'degraded', 'not ready']);

const healthSchema = z.object({
  status: stateSchema,
  parts: z.array(z.object({ name: z.string(), state: stateSchema, detail: z.string() })),
});

/** How this host is, as its last try of everything says. */
export const getHealth = (signal?: AbortSignal) => get('/admin/health', healthSchema, signal ? { signal } : {});
