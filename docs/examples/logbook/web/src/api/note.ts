import { apiOf } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery } from '@outrider/sdk/table';

import type { paths } from './logbook-api';

const api = apiOf<paths>();

const noteSchema = z.object({
  id: z.string(),
  vehicle_id: z.string(),
  vehicle_name: z.string(),
  text: z.string(),
  author: z.string(),
  at: z.string(),
});
const pageSchema = z.object({ notes: z.array(noteSchema), total_records: z.number(), page_count: z.number() });

/** Something that somebody wrote about a vehicle; `at` is RFC 3339. */
export type Note = z.infer<typeof noteSchema>;

/** One page of notes, as a table asks for it. */
export async function getNotes(query: ListQuery, signal: AbortSignal) {
  const { notes, total_records, page_count } = await api.get('/org/{orgId}/logbook/notes', pageSchema, { query: listParameters(query), signal });
  return { rows: notes, total: total_records, pageCount: page_count };
}

/** The newest notes, the newest first. */
export async function getLatestNotes(count: number, signal: AbortSignal): Promise<Note[]> {
  return (await api.get('/org/{orgId}/logbook/notes', pageSchema, { query: { page_size: count, sort: '-at' }, signal })).notes;
}

/** Writes a note; an urgent one is an alert as well. */
export function createNote(vehicleId: string, text: string, urgent: boolean): Promise<Note> {
  return api.post('/org/{orgId}/logbook/notes', { vehicle_id: vehicleId, text, urgent }, noteSchema);
}

/** Deletes a note for good. */
export function deleteNote(id: string): Promise<void> {
  return api.del('/org/{orgId}/logbook/notes/{id}', { parts: { id } });
}
