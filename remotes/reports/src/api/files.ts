import * as z from '@outrider/sdk/schema';

import { api } from './api';
import type { FileFormat, Query } from './report';

const fileSchema = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  reason: z.string().optional(),
  from: z.string(),
  to: z.string(),
  rows: z.number(),
  bytes: z.number(),
  files: z.array(z.object({ format: z.string(), name: z.string(), bytes: z.number() })),
  made: z.string(),
  link: z.string().optional(),
});

/** A file that is made, or was, while nobody waited. */
export type ReportFile = z.infer<typeof fileSchema>;

/** Whether a file is still being made. */
export const isUnderWay = ({ state }: ReportFile): boolean => state === 'waiting' || state === 'running';

export const filesKey = ['reports', 'files'] as const;

/** A page of the user's files, the newest first, and how many there are in all. */
export interface FilesPage {
  files: ReportFile[];
  total_records: number;
}

export function getFiles(page: number, signal: AbortSignal, size = 50): Promise<FilesPage> {
  return api.get('/org/{orgId}/reports/files', z.object({ files: z.array(fileSchema), total_records: z.number() }), { query: { page_num: page, page_size: size }, signal });
}

/** Has a file made in the background. */
export function makeFile(id: string, query: Query, format: FileFormat, columns: readonly string[], groupBy: string): Promise<ReportFile> {
  return api.post('/org/{orgId}/reports/{type}/files', { ...query, format, columns, ...(groupBy ? { group_by: groupBy } : {}) }, fileSchema, { parts: { type: id } });
}

/** Stops a file that is being made, or removes one. */
export const removeFile = (id: string): Promise<void> => api.del('/org/{orgId}/reports/files/{id}', { parts: { id } });
