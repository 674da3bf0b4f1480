import * as z from '@outrider/sdk/schema';

const coordsSchema = z.object({ lat: z.number(), lng: z.number() });

const momentSchema = z.object({ time: z.string(), lat: z.number().nullish(), lng: z.number().nullish(), speed: z.number() });

/** What explains an alert of the server: the samples that it was made of, and the rule. */
const detailsSchema = z.object({
  samples: z.array(z.object({ time_ms: z.number(), speed_kmh: z.number(), limit_kmh: z.number() })).nullish().catch(undefined),
  rule: z.object({ version: z.number(), band_kmh: z.number(), least_s: z.number(), limit_source: z.string() }).nullish().catch(undefined),
});

const shapeSchema = z.union([
  z.object({ type: z.literal('circle'), center: coordsSchema, radius_m: z.number().positive() }),
  z.object({ type: z.literal('polygon'), points: z.array(coordsSchema).min(3) }),
]);

/** Where what an alert is about was when it was raised. */
export type AboutShape = z.infer<typeof shapeSchema>;

/** An alert, as the API and pushes write it; speeds are km/h, `read` and `archived` True or False. */
export const alertSchema = z.object({
  alert_id: z.string(),
  kind: z.enum(['driving', 'speeding', 'geofence']),
  alert_type: z.string(),
  alert_subtype: z.string().catch(''),
  prediction_label: z.string().catch(''),
  predictions: z.array(z.object({ pred_label: z.string(), pred_prob: z.number() })).catch([]),
  severity: z.number().catch(0),
  pin: z.number().catch(0),
  pin_name: z.string().catch(''),
  channel: z.number().catch(0),
  device_id: z.string().catch(''),
  vehicle_id: z.string().catch(''),
  vehicle_name: z.string().catch(''),
  driver_id: z.string().catch(''),
  driver_name: z.string().catch(''),
  event_time_utc: z.string(),
  event_time_local: z.string(),
  zone: z.string().catch(''),
  duration_ms: z.number().nullish().catch(undefined),
  coords: coordsSchema.nullish().catch(undefined),
  location: z.string().catch(''),
  read: z.string().catch('False'),
  archived: z.string().catch('False'),
  user_driving_quality: z.enum(['none', 'goodDriving', 'misdemeanour', 'badDriving', 'nonevent']).catch('none'),
  flagged: z.boolean().catch(false),
  flag_comment: z.string().catch(''),
  fileset_request_id: z.string().catch(''),
  evidence_request: z.string().catch(''),
  evidence_progress: z.number().catch(0),
  speed_kmh: z.number().nullish().catch(undefined),
  heading_deg: z.number().nullish().catch(undefined),
  limit: z.number().nullish().catch(undefined),
  start: momentSchema.nullish().catch(undefined),
  end: momentSchema.nullish().catch(undefined),
  max: momentSchema.nullish().catch(undefined),
  details: detailsSchema.nullish().catch(undefined),
  disabled_alert_type: z.string().default(''),
  upload_settings: z.object({ pin_enabled: z.boolean().catch(true), enabled: z.boolean() }).nullish().catch(undefined),
  localizedLabel: z.string().default(''),
  /** Whose type it is; empty for the alerts plugin's own. */
  plugin: z.string().catch(''),
  about: z.object({ id: z.string(), name: z.string() }).nullish().catch(undefined),
  values: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  withdrawn: z.boolean().default(false),
  start_time: z.string().default(''),
  end_time: z.string().default(''),
  /** Of an alert that was read by its id. */
  shape: shapeSchema.nullish().catch(undefined),
  sub_header: z.string().catch(''),
  accel_g: z.object({ x: z.number(), y: z.number(), z: z.number() }).nullish().catch(undefined),
});

/** See {@link alertSchema}. */
export type Alert = z.infer<typeof alertSchema>;
/** How the driving was; `none` has not been said. */
export type Quality = Alert['user_driving_quality'];
/** The lists of alerts. */
export type Kind = Alert['kind'];

/** Reports whether somebody has read the alert. */
export const isRead = ({ read }: Alert) => read.toLowerCase() === 'true';
/** Reports whether the alert was put away. */
export const isArchived = ({ archived }: Alert) => archived.toLowerCase() === 'true';
