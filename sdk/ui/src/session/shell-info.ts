import { z } from 'zod';

import { alertTypeSchema, vehicleDataSchema } from './contribution-schemas';

const textSchema = z.record(z.string(), z.string());

const placeSchema = z.object({ module: z.string(), permission: z.string().optional() });

const slotSchema = z.object({
  slot: z.string(),
  /** Absent in `toolbar-icons`, which the manifest alone fills. */
  module: z.string().optional(),
  permission: z.string().optional(),
  id: z.string().optional(),
  label: textSchema.optional(),
  order: z.number().optional(),
  icon: z.string().optional(),
  path: z.string().optional(),
  panels: z.array(z.string()).optional(),
  alert_types: z.array(z.string()).optional(),
});

const remoteSchema = z.object({
  name: z.string(),
  manifest_url: z.string().optional(),
  entry_url: z.string(),
  entry_integrity: z.string().optional(),
  digest: z.string(),
  routes: z.array(placeSchema.extend({ path: z.string(), title: textSchema })).nullish().transform((v) => v ?? []),
  navigation: z
    .array(
      z.object({
        id: z.string(),
        path: z.string(),
        icon: z.string(),
        order: z.number(),
        permission: z.string().optional(),
        /** Left out for those without the permission, instead of shown disabled. */
        hidden: z.boolean().optional(),
        label: textSchema,
        group: z.string().optional(),
      }),
    )
    .nullish()
    .transform((v) => v ?? []),
  widgets: z
    .array(
      placeSchema.extend({
        id: z.string(),
        title: textSchema,
        w: z.number(),
        h: z.number(),
        /** Its place among the others, the lowest first. */
        order: z.number().optional(),
        /** The page that its title leads to. */
        path: z.string().optional(),
        /** By which rule its figures are made. */
        about: textSchema.optional(),
        /** Not shown until the user chooses it. */
        hidden: z.boolean().optional(),
      }),
    )
    .nullish()
    .transform((v) => v ?? []),
  slots: z.array(slotSchema).nullish().transform((v) => v ?? []),
});

/** A remote as the host announces it: where its code is and which places of the shell it fills. */
export type RemoteInfo = z.infer<typeof remoteSchema>;
/** One page of a remote. */
export type RemoteRoute = RemoteInfo['routes'][number];
/** One entry of the drawer. */
export type NavigationEntry = RemoteInfo['navigation'][number];
/** One widget of the home page; `w` of 12 columns, `h` in rows of 30 px. */
export type WidgetInfo = RemoteInfo['widgets'][number];

const pluginSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  state: z.enum(['ready', 'degraded', 'stopped']).catch('ready'),
  remote: remoteSchema.nullish(),
  alert_types: z.array(alertTypeSchema).nullish().transform((v) => v ?? []),
  vehicle_data: z.array(vehicleDataSchema).nullish().transform((v) => v ?? []),
  /** The operation by which a user's picture is had, `GET /api/user/{id}/avatar`. */
  user_picture: z.string().optional(),
});

/** A plugin whose module this user may use. */
export type PluginInfo = z.infer<typeof pluginSchema>;

/** What a user has set, as the API keeps it. */
export const preferencesSchema = z
  .object({
    global: z
      .object({ locale: z.string().optional(), units: z.string().optional(), speeding: z.object({ bands: z.array(z.number()) }).partial().optional() })
      .passthrough()
      .nullish()
      .transform((v) => v ?? {}),
    app: z.record(z.string(), z.unknown()).nullish().transform((v) => v ?? {}),
  })
  .nullish()
  .transform((v) => v ?? { global: {}, app: {} });

const sessionSchema = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    Profile: z.object({ firstname: z.string().catch(''), lastname: z.string().catch('') }).nullish().transform((v) => v ?? { firstname: '', lastname: '' }),
    Role: z.object({ name: z.string() }),
    Node: z.object({ id: z.string() }).nullish(),
    /** What the group in `Node` is called. */
    user_group: z.string().catch(''),
    services: z.union([z.string(), z.array(z.string())]).nullish(),
  }),
  Org: z.object({ id: z.string(), name: z.string(), countryCode: z.string().catch(''), locale: z.string().catch('en-GB'), zone: z.string().catch('UTC') }),
  /** The account's own organisation; a support role may act in another one. */
  home_org: z.string().optional(),
  permissions: z.object({ ignore: z.number(), granted: z.array(z.string()).nullish().transform((v) => v ?? []) }),
  modules: z.array(z.string()).nullish().transform((v) => v ?? []),
  services: z.array(z.string()).nullish().transform((v) => v ?? []),
  preferences: preferencesSchema,
  /** Who sees the portal as the user, and changes nothing. */
  seen_by: z.object({ name: z.string(), email: z.string(), ends_date: z.string() }).optional(),
});

/** Who is signed in, for which organisation, and what they may do. */
export type SessionInfo = z.infer<typeof sessionSchema>;

/** The answer of GET /api/shell. */
export const shellInfoSchema = z.object({
  session: sessionSchema,
  plugins: z.array(pluginSchema).nullish().transform((v) => v ?? []),
  map: z
    .object({
      tiles_url: z.string().catch(''), satellite_url: z.string().catch(''), attribution: z.string().catch(''),
      /** The street map's file; absent without one, or while it cannot be drawn, which `streets_broken` says. */
      streets_url: z.string().optional().catch(undefined), streets_broken: z.boolean().optional().catch(undefined),
    })
    .catch({ tiles_url: '', satellite_url: '', attribution: '' }),
  push: z.object({ mode: z.enum(['live', 'poll']).catch('live'), most_vehicles: z.number().catch(0) }).catch({ mode: 'live', most_vehicles: 0 }),
  /** The plugins are on their first start: pages that are not there yet may come. */
  starting: z.boolean().optional(),
  /** Pages of modules that are switched off for the organisation. */
  off: z.array(z.object({ path: z.string(), title: textSchema })).nullish().transform((v) => v ?? []),
  /** Addresses outside the product, by name; one that is not configured is absent. */
  links: z.record(z.string(), z.string()).nullish().transform((v) => v ?? {}),
  version: z.string().catch(''),
  /** The host runs with the demonstration: `/gallery` shows the SDK's components. */
  demo: z.boolean().default(false),
});

/** Everything that the shell knows before a remote's code loads. */
export type ShellInfo = z.infer<typeof shellInfoSchema>;
