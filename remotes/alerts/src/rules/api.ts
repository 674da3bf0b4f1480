import { del, get, post, put } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { alertSchema } from '../api/alert';

const ruleSchema = z.object({
  id: z.string(), name: z.string(), alert_types: z.array(z.string()), severity: z.number(), groups: z.array(z.string()), days: z.array(z.number()), from: z.string(), to: z.string(),
  zone: z.string(), by_mail: z.boolean(), in_portal: z.boolean(), enabled: z.boolean(), version: z.number(),
});

/** Which alerts a user wants to be told of. */
export type Rule = z.infer<typeof ruleSchema>;
/** A rule as it is written. */
export type RuleDraft = Omit<Rule, 'id' | 'version'>;

/** The user's own rules. */
export async function readRules(signal?: AbortSignal): Promise<Rule[]> {
  return (await get('/org/{orgId}/alerts/rules', z.object({ rules: z.array(ruleSchema) }), signal ? { signal } : {})).rules;
}

/** Saves a rule, a new one without an id. */
export function saveRule(id: string | undefined, rule: RuleDraft): Promise<Rule> {
  return id === undefined ? post('/org/{orgId}/alerts/rules', rule, ruleSchema) : put(`/org/{orgId}/alerts/rules/${encodeURIComponent(id)}`, rule, ruleSchema);
}

/** Deletes a rule. */
export function deleteRule(id: string): Promise<void> {
  return del(`/org/{orgId}/alerts/rules/${encodeURIComponent(id)}`);
}

const previewSchema = z.object({
  total: z.number(), more: z.boolean(), days: z.number(), by_day: z.array(z.object({ day: z.string(), alerts: z.number() })), alerts: z.array(alertSchema),
});

/** What a rule would have told of. */
export type Preview = z.infer<typeof previewSchema>;

/** Tries a rule on the last 30 days. */
export function tryRule(rule: RuleDraft, signal?: AbortSignal): Promise<Preview> {
  return post('/org/{orgId}/alerts/rules/preview', rule, previewSchema, signal ? { signal } : {});
}
