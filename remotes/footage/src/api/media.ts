import * as z from '@outrider/sdk/schema';

import { api } from './api';

const shownSchema = z.object({
  files: z
    .array(z.object({ file_request_id: z.string(), file_type: z.string(), channel: z.number().catch(0), file: z.string(), size: z.number().catch(0), preview: z.string(), thumbnail: z.string().catch('') }))
    .nullish()
    .transform((v) => v ?? []),
});

/** A file that is there, with links that show it within the user's session for ten minutes. */
export type ShownFile = z.infer<typeof shownSchema>['files'][number];

/** The files of a fileset that are there. */
export async function getPreview(filesetId: string, signal?: AbortSignal): Promise<ShownFile[]> {
  return (await api.get('/org/{orgId}/files/requests/{requestId}/preview', shownSchema, { parts: { requestId: filesetId }, ...(signal ? { signal } : {}) })).files;
}

const linksSchema = z.object({ files: z.array(z.object({ file: z.string(), location: z.string().optional() })).nullish().transform((v) => v ?? []) });

/** Links that save the files of a fileset. */
export async function getDownloads(filesetId: string): Promise<{ file: string; location: string }[]> {
  const { files } = await api.get('/org/{orgId}/files/requests/{requestId}/download', linksSchema, { parts: { requestId: filesetId } });
  return files.flatMap(({ file, location }) => (location ? [{ file, location }] : []));
}

const zipSchema = z.object({
  location: z.string(),
  file: z.string(),
  skipped: z.array(z.object({ file_request_id: z.string(), reason: z.string() })).nullish().transform((v) => v ?? []),
});

/** How many filesets go into one zip at most. */
export const mostInZip = 200;

/** One zip of several filesets; its link is for one download, within 2 minutes. */
export function makeZip(ids: readonly string[]): Promise<z.infer<typeof zipSchema>> {
  return api.post('/org/{orgId}/files/zip', { fileset_request_ids: ids, file_request_ids: [] }, zipSchema);
}

/** Saves what a link leads to. */
export function saveLink(location: string, name: string): void {
  const link = document.createElement('a');
  link.href = location;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
