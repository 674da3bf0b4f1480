import * as z from '@outrider/sdk/schema';

import { api } from './api';

const stateSchema = z.enum(['ready', 'degraded', 'not ready']);

const healthSchema = z.object({
  status: stateSchema,
  parts: z.array(z.object({ name: z.string(), state: stateSchema, detail: z.string() })),
});

/** How this host is, as its last try of everything says. */
export const getHealth = (signal?: AbortSignal) => api.get('/admin/health', healthSchema, signal ? { signal } : {});
