import { z } from 'zod';

const textSchema = z.record(z.string(), z.string());

const field = {
  key: z.string(),
  /** What the value is; an unknown kind, as from a newer manifest, is shown as it is. */
  kind: z.string(),
  unit: z.string().optional(),
  label: textSchema,
  choices: z.array(z.object({ value: z.string(), label: textSchema })).optional(),
};

/** One value that a manifest declares: what it is, and what it is called. */
export const fieldSchema = z.object(field);
/** See {@link fieldSchema}. */
export type ManifestField = z.infer<typeof fieldSchema>;

/** An alert type that a plugin contributes. */
export const alertTypeSchema = z.object({
  id: z.string(),
  title: textSchema,
  list: z.enum(['driving', 'speeding', 'geofence']).default('driving').catch('driving'),
  icon: z.string(),
  severity: z.string(),
  about: textSchema.optional(),
  values: z.array(fieldSchema).nullish().transform((v) => v ?? []),
});

/** A section of a vehicle's panel that a plugin contributes. */
export const vehicleDataSchema = z.object({
  id: z.string(),
  title: textSchema,
  icon: z.string().optional(),
  permission: z.string(),
  operation: z.string(),
  order: z.number().default(1000),
  fields: z.array(fieldSchema),
});

/** `about` says by which rule the value is made. */
const columnSchema = z.object({ ...field, hidden: z.boolean().optional(), about: textSchema.optional() });
const orderSchema = z.object({ column: z.string(), descending: z.boolean().optional() });

/** A report that a plugin contributes, and the user may make or schedule. */
export const reportTypeSchema = z.object({
  plugin: z.string(),
  id: z.string(),
  title: textSchema,
  description: textSchema.optional(),
  /** What it stands below in lists, with all that say the same. */
  section: textSchema.optional(),
  may_schedule: z.boolean(),
  /** Its rows are of the moment of asking: the range does not matter. */
  now: z.boolean().optional(),
  filters: z.array(z.object({ ...field, default: z.unknown().optional(), multiple: z.boolean().optional(), from: z.string().optional(), needed: textSchema.optional() })).nullish().transform((v) => v ?? []),
  columns: z.array(columnSchema),
  order_by: z.array(orderSchema).nullish().transform((v) => v ?? []),
  group_by: z.array(z.string()).nullish().transform((v) => v ?? []),
  totals: z.array(z.object({ column: z.string(), of: z.enum(['sum', 'mean', 'max', 'min', 'count', 'distinct']), label: textSchema.optional() })).nullish().transform((v) => v ?? []),
  chart: z.object({ kind: z.enum(['bar', 'line']), x: z.string(), y: z.array(z.string()) }).optional(),
});
/** See {@link reportTypeSchema}. */
export type ReportType = z.infer<typeof reportTypeSchema>;

/** A table beside a vehicle's track that a plugin contributes. */
export const trackingTableSchema = z.object({
  plugin: z.string(),
  id: z.string(),
  title: textSchema,
  permission: z.string(),
  operation: z.string(),
  icon: z.string().optional(),
  columns: z.array(columnSchema),
  order_by: z.array(orderSchema).nullish().transform((v) => v ?? []),
});
/** See {@link trackingTableSchema}. */
export type TrackingTable = z.infer<typeof trackingTableSchema>;
