import type { Schedule, ScheduleDraft, Times } from '../api/schedules';
import type { Choice } from '../page/choice';
import type { ReportKind } from '../page/report-kind';

/** The draft of a new schedule: last week's report every Monday at six. */
export function newDraft(zone: string): ScheduleDraft {
  return {
    name: '', report_type: '', vehicle_ids: [], group_ids: [], all_vehicles: true, filters: {}, columns: [], formats: ['xlsx'], recipients: [],
    frequency: 'weekly', period: 'last_week', run_at: '06:00', day_of_week: 1, day_of_month: 1, zone,
  };
}

/** The draft of a schedule that makes a report as it was chosen on demand; days of the calendar become those of a period. */
export function draftOfReport(type: ReportKind, { vehicles, groups, filters, groupBy, columns, shortcut, isCompared }: Choice, zone: string): ScheduleDraft {
  return {
    ...newDraft(zone), report_type: type.id, vehicle_ids: vehicles, group_ids: groups, all_vehicles: vehicles.length + groups.length === 0, filters: { ...filtersOf(type), ...filters }, group_by: groupBy,
    columns, compared_with: isCompared && !type.now && type.totals.length > 0 ? 'previous' : undefined,
    ...(shortcut === 'today' || shortcut === 'yesterday' ? { frequency: 'daily', period: 'previous_day' } : {}),
    ...(shortcut === 'thisMonth' || shortcut === 'lastMonth' ? { frequency: 'monthly', period: 'month_to_date' } : {}), // on the first, that is the month before
  };
}

/** A schedule as a form changes it. */
export function draftOf(s: Schedule): ScheduleDraft {
  return {
    name: s.name, report_type: s.report_type, vehicle_ids: s.vehicle_ids, group_ids: s.group_ids, all_vehicles: s.all_vehicles === true, filters: s.filters, group_by: s.group_by,
    columns: s.columns, formats: s.formats, recipients: s.recipients, frequency: s.frequency, period: s.period, run_at: s.run_at, day_of_week: s.day_of_week ?? 1,
    day_of_month: s.day_of_month ?? 1, zone: s.zone, compared_with: s.compared_with,
  };
}

/** The filters of a report with the values that it begins with. */
export function filtersOf(type: ReportKind): Record<string, unknown> {
  return Object.fromEntries(type.filters.filter((one) => one.default !== undefined && one.default !== null).map((one) => [one.key, one.default]));
}

/** What a draft says of its times, and nothing that its frequency does not use. */
export function timesOf({ frequency, period, run_at, day_of_week, day_of_month, zone }: Times): Times {
  return {
    frequency, period, run_at, zone,
    ...(frequency === 'weekly' ? { day_of_week: day_of_week ?? 1 } : {}),
    ...(frequency === 'monthly' ? { day_of_month: day_of_month ?? 1 } : {}),
  };
}

/** A draft as it is sent. */
export function sent(draft: ScheduleDraft): ScheduleDraft {
  const { name, report_type, vehicle_ids, group_ids, all_vehicles, filters, columns, formats, recipients, group_by, compared_with } = draft;
  return { name: name.trim(), report_type, vehicle_ids, group_ids, all_vehicles, filters, columns, formats, recipients, ...timesOf(draft), ...(group_by ? { group_by } : {}), ...(compared_with ? { compared_with } : {}) };
}

/** The first thing that is missing, as the key of its text; undefined where nothing is. */
export function missing(draft: ScheduleDraft, type: ReportKind | undefined): 'noName' | 'noReport' | 'mayNot' | 'noVehicles' | 'noMileage' | 'noFormat' | 'noRecipients' | undefined {
  if (!type) return 'noReport';
  if (!type.may_schedule) return 'mayNot';
  if (!draft.all_vehicles && draft.vehicle_ids.length + draft.group_ids.length === 0) return 'noVehicles';
  if (type.filters.some(({ key }) => key === 'time_granularity') && !draft.filters['time_granularity']) return 'noMileage';
  if (draft.name.trim() === '') return 'noName';
  if (draft.formats.length === 0) return 'noFormat';
  if (draft.recipients.length === 0) return 'noRecipients';
  return undefined;
}

/** Whether something that is missing is of the report, which the first step asks for. */
export const isOfReport = (lack: string): boolean => ['noReport', 'mayNot', 'noVehicles', 'noMileage'].includes(lack);

/** What a filter that a schedule needs says while it has no value. */
export function needed(draft: ScheduleDraft, type: ReportKind): Record<string, string> | undefined {
  return type.filters.find(({ key, needed: text }) => text && isEmpty(draft.filters[key]))?.needed;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
