import { saveUi, useUiPreferences } from '@outrider/sdk';

import { readChoice, type Choice } from './choice';

/** What was chosen for each report, kept with the user as reports.{name}.filters. */
export function useRemembered() {
  const ui = useUiPreferences()['reports'];
  const all = typeof ui === 'object' && ui !== null ? (ui as Record<string, { filters?: unknown }>) : {};
  return {
    of: (id: string): Choice => readChoice(all[id]?.filters),
    keep: (id: string, { vehicles, shortcut, range, filters, groupBy, hidden, isCompared }: Choice) =>
      void saveUi({ reports: { [id]: { filters: { vehicles, shortcut: shortcut ?? null, range: range ?? null, filters: { ...filters }, groupBy, hidden, isCompared } } } }),
  };
}
