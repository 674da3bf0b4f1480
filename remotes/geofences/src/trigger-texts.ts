import { useFormat, useText } from '@outrider/sdk';

import type { Period, Triggers } from './api/fences';

/** What a geofence raises, in words, as a sentence begins. */
export function useTriggerText(): (triggers: Triggers) => string {
  const t = useText('geofences');
  const format = useFormat();
  return ({ enter, leave, speed_above_kmh: above, speed_below_kmh: below, park_inside_s: parked }) => {
    const text = [
      enter ? t('trigger.enter') : '',
      leave ? t('trigger.leave') : '',
      above == null ? '' : t('trigger.above', { speed: format.speed(above) }),
      below == null ? '' : t('trigger.below', { speed: format.speed(below) }),
      parked == null ? '' : t('trigger.parked', { duration: format.duration(parked) }),
    ].filter(Boolean).join(', ');
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
  };
}

/** The name of a day of the week, 1 to 7 from Monday. */
export function dayName(day: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day)); // a Monday
}

/** Days of a period in words: three or more in a row from one to another. */
function daysText(days: readonly number[], locale: string): string {
  const runs: number[][] = [];
  for (const day of [...days].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${dayName(run[0] as number, locale)}–${dayName(run.at(-1) as number, locale)}`] : run.map((day) => dayName(day, locale)))).join(' ');
}

/** When a geofence is active, in words: its days, and its hours unless it always is. */
export function usePeriodText(): (period: Period | null | undefined) => string[] {
  const t = useText('geofences');
  const { locale } = useFormat().settings;
  return (period) => {
    if (!period || period.days.length === 0) return [t('period.always')];
    return [period.days.length === 7 ? t('period.daily') : daysText(period.days, locale), `${period.from}–${period.to}`];
  };
}
