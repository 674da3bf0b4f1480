import { allows, type ShellInfo, type WidgetInfo } from '@outrider/sdk';

/** A widget and the remote that brings it. */
export interface HomeWidget extends WidgetInfo {
  plugin: string;
  remote: string;
}

/** The application's id in the preferences. */
const applicationId = 'outrider';

/** The widgets that the user may see, as manifests bring them. */
export function widgetsOf({ plugins, session }: Pick<ShellInfo, 'plugins' | 'session'>): HomeWidget[] {
  return plugins.flatMap(({ id, remote }) =>
    (remote?.widgets ?? []).filter(({ permission }) => allows(session.permissions, permission)).map((widget) => ({ ...widget, plugin: id, remote: remote?.name ?? id })),
  );
}

/** Ids of widgets that the user switched off, from the preferences. */
export function switchedOff({ session }: Pick<ShellInfo, 'session'>): Set<string> {
  const app = session.preferences.app[applicationId] as { ui?: { pages?: { dashboard?: { widgets?: { id: string; enabled: boolean }[] } } } } | undefined;
  const saved = app?.ui?.pages?.dashboard?.widgets ?? [];
  return new Set(saved.filter(({ enabled }) => !enabled).map(({ id }) => id));
}

/** The change that keeps which widgets are shown. */
export function widgetPreferences(widgets: HomeWidget[], off: Set<string>): Record<string, unknown> {
  const saved = widgets.map(({ id }) => ({ id, enabled: !off.has(id) }));
  return { [applicationId]: { version: 1, ui: { pages: { dashboard: { widgets: saved } } } } };
}
