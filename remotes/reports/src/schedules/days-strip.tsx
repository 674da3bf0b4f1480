import { addDays, localDay, useFormat, type LocalDay } from '@outrider/sdk';

import type { Coming } from '../api/schedules';
import { daysIn } from '../texts/texts';

/** More days than these are not drawn: they would be too narrow to read. */
const mostDays = 24;

interface DaysStripProps {
  next: Coming;
  then: Coming;
  zone: string;
}

/** The days that the next two runs are about, and when those are; for who sees it, the text above says the same. */
export function DaysStrip({ next, then, zone }: DaysStripProps) {
  const { locale } = useFormat().settings;
  const first = new Set(daysIn(next.from, next.to, zone));
  const second = new Set(daysIn(then.from, then.to, zone));
  const runs = [next, then].map(({ at }) => localDay(Date.parse(at), zone));
  const covered = [...first, ...second, ...runs].sort();
  const from = addDays(covered[0] ?? '', -1) as LocalDay;
  const last = addDays(covered.at(-1) ?? '', 1) as LocalDay;
  const days: LocalDay[] = [];
  for (let day = from; day <= last && days.length <= mostDays; day = addDays(day, 1)) days.push(day);
  if (days.length > mostDays) return null;
  const letter = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  return (
    <div className="sc-strip num" aria-hidden="true">
      {days.map((day) => (
        <span key={day} className={first.has(day) ? 'now' : second.has(day) ? 'then' : undefined}>
          <i>{letter.format(new Date(`${day}T12:00:00Z`))}</i>
          <b>{Number(day.slice(8))}</b>
          {runs.includes(day) ? <em /> : null}
        </span>
      ))}
    </div>
  );
}
