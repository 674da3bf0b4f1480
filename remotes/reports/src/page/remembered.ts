import { saveUi, useUiPreferences } from '@outrider/sdk';

import { readChoice, type Choice } from './choice';
import type { ReportKind } from './report-kind';

/** What was chosen for each report, kept with the user as reports.{name}.filters. */
export function useRemembered() {
  const ui = useUiPreferences()['reports'];
  const all = typeof ui === 'object' && ui !== null ? (ui as Record<string, { filters?: unknown }>) : {};
  const of = ({ id, columns }: ReportKind): Choice => readChoice(all[id]?.filters, columns);
  return {
    of,
    keep: (type: ReportKind, choice: Choice) => void saveUi({ reports: { [type.id]: { filters: changeOf(of(type), choice) } } }),
  };
}

/** What has to change so that one choice becomes another: preferences merge, so that a filter that was taken back has to be named. */
export function changeOf(kept: Choice, { shortcut, range, filters, ...others }: Choice) {
  const gone = Object.fromEntries(Object.keys(kept.filters).map((key) => [key, null]));
  return { ...others, shortcut: shortcut ?? null, range: range ?? null, filters: { ...gone, ...filters }, hidden: null };
}
