import * as z from '@outrider/sdk/schema';

/** A JSON schema, as far as the page shows it. */
export interface Schema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  format?: string | undefined;
  description?: string | undefined;
  enum?: unknown[] | undefined;
  items?: Schema | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: boolean | Schema | undefined;
}

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    items: schemaSchema.optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schemaSchema]).optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema: schemaSchema.optional() })).optional();

const operationSchema = z.object({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  tags: z.array(z.string()).default([]),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), description: z.string().optional(), schema: schemaSchema.optional() }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().default(''), content })).default({}),
  'x-outrider-lock': z.object({ kind: z.string(), permissions: z.array(z.string()).nullish().transform((list) => list ?? []) }).optional(),
});

/** The OpenAPI document that the host serves. */
export const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), schemaSchema).default({}) }).default({ schemas: {} }),
});

/** One operation as the page shows it. */
export interface Operation extends z.infer<typeof operationSchema> {
  key: string;
  method: string;
  path: string;
  plugin: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** All operations, by plugin and then by path. */
export function operationsOf({ paths }: z.infer<typeof documentSchema>): Operation[] {
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const parsed = operationSchema.safeParse(item[method]);
        return parsed.success ? [{ ...parsed.data, key: `${method} ${path}`, method: method.toUpperCase(), path, plugin: parsed.data.tags[0] ?? 'host' }] : [];
      }),
    )
    .sort((a, b) => a.plugin.localeCompare(b.plugin) || a.path.localeCompare(b.path));
}

/** Operations in which every word of `text` occurs: in method, path, summary or permissions. */
export function search(operations: Operation[], text: string): Operation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const all = [operation.method, operation.path, operation.summary ?? '', operation.plugin, ...(operation['x-outrider-lock']?.permissions ?? [])].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
