import { allows, contributionsTo, saveUi, uiPreferences, type ShellInfo, type WidgetInfo } from '@outrider/sdk';

import { placed, savedSchema, type WidgetPlace } from './layout';

/** What the shell brings itself: what remotes contribute to the slot `attention`. */
export const attentionId = 'attention';

/** A widget, the remote that brings it, and where the user has it; without a remote it is the shell's own, which names it itself. */
export interface HomeWidget extends Omit<WidgetInfo, 'title'> {
  title?: WidgetInfo['title'];
  remote?: string;
  place: WidgetPlace;
}

/** The order of widgets that name none. */
const last = 10_000;

/** Every widget that manifests bring, also those that the user may not see, where the user's preferences put it. */
export function widgetsOf({ plugins, session }: Pick<ShellInfo, 'plugins' | 'session'>): HomeWidget[] {
  const saved = savedPlaces(session);
  const own = contributionsTo('attention').length > 0 ? [{ id: attentionId, module: '', w: 5, h: 11, order: 30 }] : [];
  const brought = plugins.flatMap(({ id, remote }) => (remote?.widgets ?? []).map((widget) => ({ ...widget, remote: remote?.name ?? id })));
  const known: Omit<HomeWidget, 'place'>[] = [...brought, ...own].sort((a, b) => (a.order ?? last) - (b.order ?? last));
  const first = known.map(({ id, w, h, permission, hidden }) => ({ id, w, h, isAllowed: allows(session.permissions, permission), isHidden: hidden ?? false }));
  const places = placed(first, saved);
  return known.map((widget, index) => ({ ...widget, place: places[index] as WidgetPlace }));
}

/** The widgets that Home shows. One that was taken from the user stays in its place and says so; a new one that is not theirs never comes. */
export function shownWidgets(widgets: HomeWidget[], session: ShellInfo['session']): HomeWidget[] {
  const saved = new Set(savedPlaces(session).map(({ id }) => id));
  return widgets.filter(({ id, place }) => place.enabled && (!place.disabled || saved.has(id)));
}

/**
 * Keeps where widgets are and which are shown. Only what changes is sent, so that what another device changes meanwhile stays; at the first
 * arrangement every widget also gets the place that it has by itself, unless it has one by then.
 */
export function saveWidgets(widgets: HomeWidget[], changed: WidgetPlace[]): Promise<boolean> {
  const own = widgets.map(({ place }) => place);
  const before = new Map(own.map((place) => [place.id, place]));
  const each = changed.map((place) => [place.id, difference(before.get(place.id), place)] as const).filter(([, change]) => Object.keys(change).length > 0);
  const first = own.filter(({ disabled }) => !disabled).map(({ id, ...place }) => [id, place] as const);
  return saveUi({ pages: { dashboard: { widgets: { $new: Object.fromEntries(first), $each: Object.fromEntries(each) } } } });
}

function difference(before: WidgetPlace | undefined, now: WidgetPlace): Partial<WidgetPlace> {
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => before?.[field as keyof WidgetPlace] !== value));
}

const savedPlaces = (session: ShellInfo['session']): WidgetPlace[] => savedOf(session).widgets;

/** The days that Home is about, today included. */
export const periodOf = (session: ShellInfo['session']): number => savedOf(session).days;

/** Keeps the days that Home is about. */
export const savePeriod = (days: number): Promise<boolean> => saveUi({ pages: { dashboard: { days } } });

function savedOf(session: ShellInfo['session']) {
  return savedSchema.parse(uiPreferences(session)['pages'] ?? {}).dashboard;
}
