/**
 * The chosen subset of zod. Remotes write `import * as z from '@outrider/sdk/schema'`, so that they share the shell's copy of
 * just these parts; add a part when an answer needs it.
 */
export { array, boolean, email, enum, lazy, literal, number, object, record, string, union, unknown } from 'zod';
export type { infer, input, ZodCatch, ZodObject, ZodType } from 'zod';
