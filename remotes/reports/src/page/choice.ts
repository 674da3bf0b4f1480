import { addDays, instantOf, localDateTime, localDay } from '@outrider/sdk';
import { daysOf, shortcuts, type DateTimeRange, type Shortcut } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';

import type { Query } from '../api/report';
import type { ReportKind } from './report-kind';

/** What a user has chosen for a report; it is remembered for each. */
export interface Choice {
  vehicles: string[];
  /** With whatever is in them at the time of the report. */
  groups: string[];
  /** A shortcut moves on with the days. */
  shortcut?: Shortcut | undefined;
  range?: DateTimeRange | undefined;
  filters: Record<string, unknown>;
  groupBy: string;
  /** The keys of the columns that are shown; none: those that are not hidden at first. */
  columns: string[];
  /** Whether totals are compared with those of the range before. */
  isCompared: boolean;
  /** Whether there is no chart. */
  isChartOff: boolean;
}

const choiceSchema = z.object({
  vehicles: z.array(z.string()).catch([]),
  groups: z.array(z.string()).catch([]),
  shortcut: z.enum(shortcuts).optional().catch(undefined),
  range: z.object({ start: z.string(), end: z.string() }).optional().catch(undefined),
  filters: z.record(z.string(), z.unknown()).catch({}),
  groupBy: z.string().catch(''),
  columns: z.array(z.string()).catch([]),
  hidden: z.array(z.string()).catch([]), // what versions before wrote in place of columns
  isCompared: z.boolean().catch(false),
  isChartOff: z.boolean().catch(false),
});

/** What is chosen before anything is. */
export const untouched: Choice = { vehicles: [], groups: [], filters: {}, groupBy: '', columns: [], isCompared: false, isChartOff: false };

/** What was remembered of a report with some columns; what another version may have written is left out. */
export function readChoice(kept: unknown, columns: ReportKind['columns'] = []): Choice {
  const parsed = choiceSchema.safeParse(kept);
  const { hidden = [], ...read } = (parsed.success ? parsed.data : untouched) as Choice & { hidden?: string[] };
  if (hidden.length > 0 && read.columns.length === 0) read.columns = columns.map(({ key }) => key).filter((key) => !hidden.includes(key));
  return read.shortcut || read.range ? read : { ...read, shortcut: 'last7Days' };
}

/** The keys of the columns that a report shows. */
export function shownColumns({ columns }: Pick<ReportKind, 'columns'>, choice: Choice): string[] {
  return columns.filter(({ key, hidden }) => (choice.columns.length > 0 ? choice.columns.includes(key) : !hidden)).map(({ key }) => key);
}

/** Slugs of shortcuts in addresses: last-7-days. */
const slugs: Record<string, Shortcut> = {
  today: 'today', yesterday: 'yesterday', 'last-7-days': 'last7Days', 'last-30-days': 'last30Days', 'this-month': 'thisMonth', 'last-month': 'lastMonth',
};

/** A range as an address says it: a slug, or two local date-times with a comma between them. */
export function rangeOf(text: string): Pick<Choice, 'shortcut' | 'range'> | undefined {
  const shortcut = slugs[text];
  if (shortcut) return { shortcut };
  const [start, end] = text.split(',');
  const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
  return start && end && shape.test(start) && shape.test(end) ? { range: { start, end } } : undefined;
}

/** The filters that an address names, `status=offline_week,offline_long`: those that the report has choices for. */
export function filtersOf({ filters }: Pick<ReportKind, 'filters'>, address: URLSearchParams): Record<string, unknown> | undefined {
  const asked = filters.flatMap(({ key, multiple, choices = [] }) => {
    const known = address.get(key)?.split(',').filter((value) => choices.some((one) => one.value === value)) ?? [];
    return known.length > 0 ? [[key, multiple ? known : known[0]] as const] : [];
  });
  return asked.length > 0 ? Object.fromEntries(asked) : undefined;
}

/** What the catalogue calls reports that their plugins call otherwise. */
const alias: Record<string, string> = { acc: 'ignition', trip: 'trips', mileage_windowed: 'mileage', user_activity: 'user-activity' };

/** The report that a path names: /reports/mileage. */
export function reportInPath(path: string): string | undefined {
  const slug = /^\/reports\/([^/]+)\/?$/.exec(path)?.[1];
  return slug === undefined ? undefined : (alias[slug] ?? slug.replaceAll('_', '-'));
}

/** The days or times of a choice, by the clock of a zone. */
export function localRange({ shortcut, range }: Choice, zone: string): DateTimeRange {
  if (range) return range;
  const { from, to } = daysOf(shortcut ?? 'last7Days', localDay(Date.now(), zone));
  return { start: `${from}T00:00:00`, end: `${to}T23:59:59` };
}

/** A range as a choice keeps it: as a shortcut where it is one today. */
export function chosenRange(range: DateTimeRange, zone: string): Pick<Choice, 'shortcut' | 'range'> {
  const today = localDay(Date.now(), zone);
  const shortcut = shortcuts.find((one) => {
    const { from, to } = daysOf(one, today);
    return range.start === `${from}T00:00:00` && range.end === `${to}T23:59:59`;
  });
  return shortcut ? { shortcut, range: undefined } : { shortcut: undefined, range };
}

/** Now by the clock of a zone. */
export const localNow = (zone: string): string => localDateTime(Date.now(), zone);

/** What to ask for. A range that ends with the last second of a minute or day ends before the next. */
export function queryOf(choice: Choice, zone: string): Query {
  const { start, end } = localRange(choice, zone);
  const [day = '', time = ''] = end.split('T');
  const isDayEnd = /^23:59/.test(time);
  const to = isDayEnd ? instantOf(`${addDays(day, 1)}T00:00:00`, zone) : instantOf(end, zone) + (/^\d\d:\d\d$/.test(time) ? 60_000 : 1000);
  return { vehicle_ids: choice.vehicles, group_ids: choice.groups, from: new Date(instantOf(start, zone)).toISOString(), to: new Date(to).toISOString(), zone, filters: choice.filters };
}
