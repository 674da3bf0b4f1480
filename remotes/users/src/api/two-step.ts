import { get, post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

const passkeySchema = z.object({ id: z.string(), name: z.string(), created_date: z.string(), last_used: z.string().optional() });
const stateSchema = z.object({
  app: z.boolean(),
  app_since: z.string().optional(),
  recovery_codes: z.number(),
  passkeys: z.array(passkeySchema),
  required: z.boolean(),
});
const enrolmentSchema = z.object({ secret: z.string(), uri: z.string(), qr: z.object({ size: z.number(), path: z.string() }) });
const recoverySchema = z.object({ recovery_codes: z.array(z.string()).nullable() });
const rulesSchema = z.object({ two_step_roles: z.array(z.string()) });

/** How somebody signs in. */
export type TwoStep = z.infer<typeof stateSchema>;
/** What an authenticator app has to be told. */
export type Enrolment = z.infer<typeof enrolmentSchema>;

/** How one signs in oneself. */
export function getOwnTwoStep(signal?: AbortSignal): Promise<TwoStep> {
  return get('/auth/two-step', stateSchema, signal ? { signal } : {});
}

/** Begins to set an authenticator app up. */
export function beginApp(password: string): Promise<Enrolment> {
  return post('/auth/two-step/app', { password }, enrolmentSchema);
}

/** Turns the app on by its first code; the answer has recovery codes, unless there are some already. */
export async function confirmApp(code: string): Promise<string[] | null> {
  return (await post('/auth/two-step/app/confirm', { code }, recoverySchema)).recovery_codes;
}

/** Turns the app off. */
export function removeApp(password: string): Promise<void> {
  return post('/auth/two-step/app/remove', { password });
}

/** Replaces the recovery codes. */
export async function newRecoveryCodes(password: string): Promise<string[] | null> {
  return (await post('/auth/two-step/recovery-codes', { password }, recoverySchema)).recovery_codes;
}

const ofUser = '/org/{orgId}/users/{userId}/two-step';
const rules = '/org/{orgId}/sign-in-rules';

/** How a user signs in. */
export function getTwoStep(orgId: string, userId: string, signal?: AbortSignal): Promise<TwoStep> {
  return api.get(ofUser, stateSchema, { parts: { orgId, userId }, ...(signal ? { signal } : {}) });
}

/** Takes every second step of a user away. */
export function resetTwoStep(orgId: string, userId: string): Promise<void> {
  return api.del(ofUser, { parts: { orgId, userId } });
}

/** The roles whose second step an organisation requires. */
export async function getTwoStepRoles(orgId: string, signal?: AbortSignal): Promise<string[]> {
  return (await api.get(rules, rulesSchema, { parts: { orgId }, ...(signal ? { signal } : {}) })).two_step_roles;
}

/** Changes the roles whose second step an organisation requires. */
export async function putTwoStepRoles(orgId: string, roles: string[]): Promise<string[]> {
  return (await api.put(rules, { two_step_roles: roles }, rulesSchema, { parts: { orgId } })).two_step_roles;
}
