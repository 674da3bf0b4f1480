import { get, post, put } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

const moduleSchema = z.object({
  id: z.string(),
  title: z.string(),
  icon: z.string(),
  text: z.string(),
  needs: z.string(),
  costs: z.string(),
  on: z.boolean(),
  /** Of the switch: a change names the one that was seen. */
  version: z.number(),
  changed_at: z.string().nullable(),
  changed_by: z.string(),
  state: z.enum(['ready', 'degraded', 'stopped', 'disabled', 'removed']),
  /** Readings of which a vehicle must send any for it; none: it lives from something else. */
  fields: z.array(z.string()),
  brings: z.object({ pages: z.number(), widgets: z.number(), reports: z.number(), alert_types: z.number(), map_layers: z.number() }),
});

const sourceSchema = z.object({ title: z.string(), operation: z.string() });

const modulesSchema = z.object({ modules: z.array(moduleSchema), sources: z.array(sourceSchema) });

/** The modules, and what tells which vehicles send readings. */
export type Modules = z.infer<typeof modulesSchema>;

/** What tells which vehicles send readings: own devices, a provider. */
export type Source = z.infer<typeof sourceSchema>;

/** A module as the organisation sees it. */
export type Module = z.infer<typeof moduleSchema>;

/** Where the modules are kept among queries. */
export const modulesKey = ['modules'] as const;

/** The modules of the portal, with those that the organisation has on. */
export function listModules(signal?: AbortSignal): Promise<Modules> {
  return api.get('/org/{orgId}/modules', modulesSchema, signal ? { signal } : {});
}

/** Turns one on or off; a conflict if somebody else has since it was read. */
export function switchModule({ id, version }: Module, on: boolean): Promise<Modules> {
  return api.put('/org/{orgId}/modules', { modules: [{ id, on, version }] }, modulesSchema);
}

const historySchema = z.object({
  switches: z.array(z.object({ id: z.number(), title: z.string(), on: z.boolean(), at: z.string(), by: z.string() })),
  more: z.boolean(),
});

/** Who switched modules on or off, the newest first; before: the id of the last that is known. */
export function listSwitches(before: number, signal?: AbortSignal): Promise<z.infer<typeof historySchema>> {
  return api.get('/org/{orgId}/modules/history', historySchema, { ...(before ? { query: { before } } : {}), ...(signal ? { signal } : {}) });
}

const sendersSchema = z.object({ vehicle_ids: z.array(z.string()), total: z.number().optional() });

/** The vehicles that sent at least one of these readings, as a source knows. */
export function listSenders({ operation }: Source, fields: string[], signal?: AbortSignal): Promise<z.infer<typeof sendersSchema>> {
  return post(operation.replace(/^POST \/api/, ''), { fields }, sendersSchema, signal ? { signal } : {});
}

const textSchema = z.record(z.string(), z.string());

const settingSchema = z.object({
  type: z.enum(['string', 'number', 'integer', 'boolean']),
  'x-title': textSchema,
  'x-help': textSchema.optional(),
  'x-unit': textSchema.optional(),
  'x-order': z.number().optional(),
  'x-choices': z.record(z.string(), textSchema).optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  writeOnly: z.boolean().optional(),
});

/** One thing that can be set, as the manifest describes it. */
export type Setting = z.infer<typeof settingSchema>;

const value = z.union([z.string(), z.number(), z.boolean()]);

const settingsSchema = z.object({
  plugin: z.string(),
  schema: z.object({ properties: z.record(z.string(), settingSchema), required: z.array(z.string()).optional() }),
  values: z.record(z.string(), value),
  /** Since when each secret is set that is. */
  secrets: z.record(z.string(), z.string()),
  version: z.number(),
  changed_at: z.string().nullable(),
  changed_by: z.string(),
});

/** What the organisation has set for a plugin, without secrets. */
export type PluginSettings = z.infer<typeof settingsSchema>;

/** Something that is set. */
export type SettingValue = z.infer<typeof value> | null;

const pluginsSchema = z.object({ plugins: z.array(z.object({ id: z.string(), name: z.string() })) });

/** The plugins that something can be set for. */
export async function listConfigurable(signal?: AbortSignal): Promise<{ id: string; name: string }[]> {
  return (await api.get('/org/{orgId}/settings', pluginsSchema, signal ? { signal } : {})).plugins;
}

/** What is set for a plugin. */
export function getSettings(plugin: string, signal?: AbortSignal): Promise<PluginSettings> {
  return get(`/org/{orgId}/settings/${plugin}`, settingsSchema, signal ? { signal } : {});
}

/** Changes the settings that are named; null is the default, or no secret. */
export function saveSettings({ plugin, version }: PluginSettings, values: Record<string, SettingValue>): Promise<PluginSettings> {
  return put(`/org/{orgId}/settings/${plugin}`, { version, values }, settingsSchema);
}
