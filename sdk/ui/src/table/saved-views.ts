import { useMemo } from 'react';
import { z } from 'zod';

import { saveUi, useUiPreferences } from '../preferences';

/** A named state of a table, kept with the user. */
export interface SavedView {
  id: string;
  name: string;
  /** The state as an address says it, `sort=-name&q=…`, without the page. */
  state: string;
}

/** The views of one table. */
export interface SavedViews {
  /** By name. */
  views: SavedView[];
  /** The view that the table starts with; undefined for the standard one. */
  standard: string | undefined;
}

const storedSchema = z.object({
  views: z.record(z.string(), z.object({ name: z.string(), state: z.string() }).optional().catch(undefined)).catch({}),
  standard: z.string().optional().catch(undefined),
});

/** The user's views of the table `id`; they change at once when any tab saves. Views lie under their own ids, so that two tabs keep both theirs. */
export function useSavedViews(id: string): SavedViews {
  const all = useUiPreferences()['tableViews'] as Record<string, unknown> | undefined;
  const stored = all?.[id];
  return useMemo(() => {
    const found = storedSchema.safeParse(stored);
    const { views, standard } = found.success ? found.data : { views: {}, standard: undefined };
    const list = Object.entries(views).flatMap(([key, view]) => (view ? [{ id: key, ...view }] : []));
    return { views: list.sort((a, b) => a.name.localeCompare(b.name)), standard: standard && views[standard] ? standard : undefined };
  }, [stored]);
}

/** Keeps a view, new or changed. */
export function saveView(table: string, { id, name, state }: SavedView): Promise<boolean> {
  return saveUi({ tableViews: { [table]: { views: { [id]: { name, state } } } } });
}

/** Forgets a view. */
export function deleteView(table: string, id: string): Promise<boolean> {
  return saveUi({ tableViews: { [table]: { views: { [id]: null } } } });
}

/** Makes the table start with a view, or with the standard one. */
export function setStandardView(table: string, id: string | null): Promise<boolean> {
  return saveUi({ tableViews: { [table]: { standard: id } } });
}
