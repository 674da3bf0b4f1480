import { del } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

const problemSchema = z.object({ line: z.number(), field: z.string(), value: z.string(), problem: z.string() });
const keySchema = z.object({ device_id: z.string(), vehicle_name: z.string(), key: z.string() });

const judgedSchema = z.object({
  import_id: z.string().optional(),
  rows: z.number(),
  good: z.number(),
  wrong: z.number(),
  devices: z.number(),
  problems: z.array(problemSchema),
  more: z.boolean(),
  unknown: z.array(z.string()),
  first: z.array(z.object({ line: z.number(), vehicle_name: z.string(), vehicle_type: z.string(), group: z.string(), key: z.string(), device_id: z.string() })),
  keys: z.array(keySchema).nullish().transform((keys) => keys ?? undefined),
});

/** What becomes, or became, of the rows of a file. */
export type Judged = z.infer<typeof judgedSchema>;

/** What is wrong with a value of a row. */
export type ImportProblem = z.infer<typeof problemSchema>;

/** A new device's key, which is told this once. */
export type ImportKey = z.infer<typeof keySchema>;

/** A file, as it is sent. */
export interface ImportFile {
  name: string;
  /** Its bytes, in base64. */
  file: string;
}

/** Tries a file, or takes its good rows. */
export function importVehicles(file: ImportFile, preview: boolean): Promise<Judged> {
  return api.post('/org/{orgId}/vehicles/import', { ...file, preview }, judgedSchema);
}

const importsSchema = z.object({
  imports: z.array(z.object({ id: z.string(), made_at: z.string(), file: z.string(), vehicles: z.number(), devices: z.number(), undone_at: z.string().nullable() })),
});

/** A file that vehicles came by. */
export type PastImport = z.infer<typeof importsSchema>['imports'][number];

/** The files that vehicles came by, the newest first. */
export async function getImports(signal?: AbortSignal): Promise<PastImport[]> {
  return (await api.get('/org/{orgId}/vehicles/imports', importsSchema, signal ? { signal } : {})).imports;
}

/** Removes what an import added; returns how many vehicles. */
export async function undoImport(id: string): Promise<number> {
  return (await del(`/org/{orgId}/vehicles/imports/${encodeURIComponent(id)}`, undefined, z.object({ vehicles: z.number() }))).vehicles;
}
