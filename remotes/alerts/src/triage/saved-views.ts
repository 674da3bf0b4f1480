import { saveUi, useUiPreferences } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useMemo } from 'react';

import type { Kind } from '../api/alert';
import { readView, writeView, type View } from './view';

const savedSchema = z.object({ name: z.string(), address: z.string() });

/** A view that the user named. */
export interface SavedView {
  name: string;
  view: View;
}

/** The user's own views of a list. */
export function useSavedViews(kind: Kind): SavedView[] {
  const kept = (useUiPreferences()['alert_views'] as Record<string, unknown> | undefined)?.[kind];
  return useMemo(() => {
    const parsed = z.array(savedSchema).catch([]).parse(kept);
    return parsed.map(({ name, address }) => ({ name, view: { ...readView(new URLSearchParams(address)), tab: `own:${name}`, page: 1 } }));
  }, [kept]);
}

/** Keeps the views of a list; one of the same name is replaced by the later. */
export function keepViews(kind: Kind, views: readonly SavedView[]): Promise<boolean> {
  const different = [...new Map(views.map((one) => [one.name, one])).values()];
  const list = different.map(({ name, view }) => ({ name, address: new URLSearchParams(writeView({ ...view, page: 1 })).toString() }));
  return saveUi({ alert_views: { [kind]: list } });
}
