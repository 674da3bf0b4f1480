import type { Bands, UnitSystem } from '@outrider/sdk';
import { useSearchParams } from '@outrider/sdk/router';
import { useCallback, useMemo } from 'react';

import { typesOf } from '../alert/looks';
import { levelCondition } from '../alert/severity';
import type { Kind } from '../api/alert';
import type { Filter } from '../api/alerts';
import { askedBand, readBands, writeBands, type Band } from './bands';
import { anyOverspeed, readOverspeed, shownValue, writeOverspeed, type Overspeed } from './overspeed';
import { ranges, readTime, type Span } from './range';

/** The views that every list has. */
export const builtIn = ['inbox', 'severe', 'notRated', 'flagged', 'archived'] as const;

/** What a list shows; it stands in the page's address, so that a link shows the same. */
export interface View extends Span {
  tab: string;
  text: string;
  types: readonly string[];
  severities: readonly string[];
  ratings: readonly string[];
  unread: boolean;
  /** Speeding alone. */
  over: Overspeed;
  /** Speeding alone: the mildest first; none are all overspeeds. */
  bands: readonly Band[];
  /** Ids of the only vehicles, groups and drivers whose alerts are shown; none are all. */
  vehicles: readonly string[];
  groups: readonly string[];
  drivers: readonly string[];
  order: 'id' | 'oldest' | 'severity';
  page: number;
  size: number;
}

/** Rows a page that can be chosen. */
export const sizes = [10, 20, 50, 75, 100] as const;

/** How many vehicles a view can name: they stand in its address. */
export const mostVehicles = 100;

/** A view without choices. */
export const plain: View = { tab: 'inbox', days: 7, time: '', text: '', types: [], severities: [], ratings: [], unread: false, over: anyOverspeed, bands: [], vehicles: [], groups: [], drivers: [], order: 'id', page: 1, size: 20 };

/** No filters. */
export const noFilters = { text: '', types: [], severities: [], ratings: [], unread: false, over: anyOverspeed, bands: [], vehicles: [], groups: [], drivers: [] } satisfies Partial<View>;

/** Reports whether a view filters nothing but by its tab and time. */
export function isPlain({ text, types, severities, ratings, unread, over, bands, vehicles, groups, drivers }: View): boolean {
  return text === '' && types.length + severities.length + ratings.length + bands.length + vehicles.length + groups.length + drivers.length === 0 && !unread && over.type === 'none';
}

/** Reads a view from an address. */
export function readView(params: URLSearchParams): View {
  const list = (name: string) => params.get(name)?.split(',').filter(Boolean) ?? [];
  const days = Number(params.get('days'));
  const size = Number(params.get('size'));
  return {
    tab: params.get('view') ?? plain.tab,
    days: (ranges as readonly number[]).includes(days) ? days : plain.days,
    time: readTime(params.get('time')),
    text: params.get('q') ?? '',
    types: list('type'),
    severities: list('severity'),
    ratings: list('rating'),
    unread: params.get('unread') === '1',
    over: readOverspeed(params.get('over')),
    bands: readBands(params.get('bands')),
    vehicles: list('vehicle').slice(0, mostVehicles),
    groups: list('group').slice(0, mostVehicles),
    drivers: list('driver').slice(0, mostVehicles),
    order: params.get('order') === 'oldest' ? 'oldest' : params.get('order') === 'severity' ? 'severity' : 'id',
    page: Math.max(1, Math.trunc(Number(params.get('page')) || 1)),
    size: (sizes as readonly number[]).includes(size) ? size : plain.size,
  };
}

/** Writes a view as an address; what is plain is left out. */
export function writeView(view: View): Record<string, string> {
  const all: Record<string, string> = {
    view: view.tab, days: String(view.days), time: view.time, q: view.text, type: view.types.join(','), severity: view.severities.join(','), rating: view.ratings.join(','),
    unread: view.unread ? '1' : '', over: writeOverspeed(view.over), bands: writeBands(view.bands), vehicle: view.vehicles.join(','), group: view.groups.join(','), driver: view.drivers.join(','), order: view.order, page: String(view.page), size: String(view.size),
  };
  const without: Record<string, string> = { view: plain.tab, days: String(plain.days), order: plain.order, page: '1', size: String(plain.size) };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== '' && value !== without[name]));
}

/** The conditions of a view; speeds are in the reader's units. A saved view is its own choices. */
export function filtersOf(kind: Kind, view: View, units: UnitSystem, bands: Bands, group?: string): Filter[] {
  const filters: Filter[] = [{ attribute: 'kind', value: kind }, { attribute: 'archived', value: view.tab === 'archived' ? 'True' : 'False' }];
  const add = (attribute: string, value: readonly (string | number)[]) => value.length > 0 && filters.push({ attribute, value });
  const severities = view.tab === 'severe' ? [3] : view.severities.map(Number);
  if (kind !== 'speeding') add('severity', severities);
  else if (severities.length > 0) filters.push(levelCondition(severities, bands));
  add('user_driving_quality', view.tab === 'notRated' ? ['none'] : view.ratings);
  const known = typesOf(kind);
  add('alert_type', view.types.filter((type) => known.includes(type))); // a saved view may name one of a plugin that is gone
  if (view.tab === 'flagged') filters.push({ attribute: 'flagged', value: 'True' });
  if (view.unread) filters.push({ attribute: 'read', value: 'False' });
  if (kind === 'speeding' && view.over.type !== 'none') filters.push({ attribute: 'overspeed', value: { type: view.over.type, value: shownValue(view.over, units) } });
  if (kind === 'speeding' && view.bands.length > 0) filters.push({ attribute: 'speeding_bands', value: view.bands.map((band) => askedBand(band, view.vehicles, units)) });
  if (kind !== 'speeding' || !view.bands.some(({ vehiclesOnly }) => vehiclesOnly)) add('vehicle', view.vehicles); // else they limit those bands
  if (view.text.trim()) filters.push({ attribute: 'q', value: view.text.trim().slice(0, 200) });
  add('driver', view.drivers);
  add('group', view.groups.length > 0 ? view.groups : group ? [group] : []); // the chosen group narrows what may be asked for besides
  return filters;
}

/** The view of the page's address, the alert that is open, and how to change them. */
export function useView() {
  const [params, setParams] = useSearchParams();
  const asked = withoutAlert(params).toString(); // what is chosen in a list stays while alerts of it are opened
  const view = useMemo(() => readView(new URLSearchParams(asked)), [asked]);
  const open = params.get('alert') ?? undefined;
  const go = useCallback(
    (change: Partial<View>) =>
      setParams(
        (before) => {
          const next: View = { ...readView(before), page: 1, ...change };
          return writeView(next);
        },
        { replace: true },
      ),
    [setParams],
  );
  const openAlert = useCallback(
    (id: string | undefined) =>
      setParams(
        (before) => {
          const next = withoutAlert(before);
          if (id) next.set('alert', id);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { view, open, go, openAlert };
}

function withoutAlert(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete('alert');
  return rest;
}
