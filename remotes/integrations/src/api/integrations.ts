import * as z from '@outrider/sdk/schema';

import { api } from './api';

const problem = z.enum(['', 'key_refused', 'too_many', 'unreachable', 'bad_answer', 'redirected', 'bad_status', 'not_allowed']);

const connectionSchema = z.object({
  kind: z.enum(['simulated', 'http']),
  name: z.string(),
  address: z.string(),
  state: z.enum(['simulated', 'waiting', 'connected', 'failing']),
  last_success_at: z.string().optional(),
  last_error_at: z.string().optional(),
  problem,
  /** That the provider answered the last error with; 0: none. */
  status: z.number(),
  next_at: z.string().optional(),
  vehicles: z.number(),
  mapped: z.number(),
  newest_at: z.string().optional(),
});

const vehicleSchema = z.object({
  id: z.string(),
  registration: z.string(),
  vin: z.string(),
  model: z.string(),
  newest_at: z.string().optional(),
  /** Which of ours it is. */
  vehicle_id: z.string().optional(),
  vehicle_name: z.string(),
  mapped_at: z.string().optional(),
  suggestion: z
    .object({ vehicle_id: z.string(), vehicle_name: z.string(), certainty: z.enum(['high', 'fair']), by: z.array(z.enum(['vin', 'registration'])) })
    .optional(),
});

const listSchema = z.object({ vehicles: z.array(vehicleSchema), partial: z.boolean() });
const testSchema = z.object({ ok: z.boolean(), problem, status: z.number(), name: z.string(), vehicles: z.number(), took_ms: z.number() });

/** How the connection to the organisation's provider is. */
export type Connection = z.infer<typeof connectionSchema>;
/** A vehicle of the provider. */
export type ProviderVehicle = z.infer<typeof vehicleSchema>;
/** What asking the provider now came to. */
export type TestResult = z.infer<typeof testSchema>;

/** Where all of it is kept among queries. */
export const integrationsKey = ['integrations'] as const;

export function getConnection(signal: AbortSignal): Promise<Connection> {
  return api.get('/org/{orgId}/integrations/connection', connectionSchema, { signal });
}

export function listProviderVehicles(signal: AbortSignal): Promise<z.infer<typeof listSchema>> {
  return api.get('/org/{orgId}/integrations/vehicles', listSchema, { signal });
}

/** Says which of ours a vehicle of the provider is; empty: none. */
export function mapVehicle(id: string, vehicleId: string): Promise<void> {
  return api.put('/org/{orgId}/integrations/vehicles/{id}', vehicleId ? { vehicle_id: vehicleId } : {}, undefined, { parts: { id } });
}

export function testConnection(): Promise<TestResult> {
  return api.post('/org/{orgId}/integrations/connection/test', undefined, testSchema);
}
