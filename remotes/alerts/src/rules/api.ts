import * as z from '@outrider/sdk/schema';

import { alertSchema } from '../api/alert';
import { api } from '../api/api';

const ruleSchema = z.object({
  id: z.string(), name: z.string(), alert_types: z.array(z.string()).default([]), severity: z.number().default(0), groups: z.array(z.string()).default([]), days: z.array(z.number()).default([]),
  from: z.string().default('00:00'), to: z.string().default('24:00'), zone: z.string(), by_mail: z.boolean().default(false), in_portal: z.boolean().default(false),
  enabled: z.boolean().default(true), version: z.number(),
});

/** Which alerts a user wants to be told of. */
export type Rule = z.infer<typeof ruleSchema>;
/** A rule as it is written. */
export type RuleDraft = Omit<Rule, 'id' | 'version'>;

/** The user's own rules. */
export async function readRules(signal?: AbortSignal): Promise<Rule[]> {
  return (await api.get('/org/{orgId}/alerts/rules', z.object({ rules: z.array(ruleSchema) }), signal ? { signal } : {})).rules;
}

/** Saves a rule, a new one without an id. */
export function saveRule(id: string | undefined, rule: RuleDraft): Promise<Rule> {
  return id === undefined ? api.post('/org/{orgId}/alerts/rules', rule, ruleSchema) : api.put('/org/{orgId}/alerts/rules/{id}', rule, ruleSchema, { parts: { id } });
}

/** Deletes a rule. */
export function deleteRule(id: string): Promise<void> {
  return api.del('/org/{orgId}/alerts/rules/{id}', { parts: { id } });
}

const previewSchema = z.object({
  total: z.number(), more: z.boolean(), days: z.number(), by_day: z.array(z.object({ day: z.string(), alerts: z.number() })), alerts: z.array(alertSchema),
});

/** What a rule would have told of. */
export type Preview = z.infer<typeof previewSchema>;

/** Tries a rule on the last 30 days. */
export function tryRule(rule: RuleDraft, signal?: AbortSignal): Promise<Preview> {
  return api.post('/org/{orgId}/alerts/rules/preview', rule, previewSchema, signal ? { signal } : {});
}
