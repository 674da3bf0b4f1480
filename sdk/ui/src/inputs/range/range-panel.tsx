import { useId, useState, type FormEvent } from 'react';
import type { DateRange } from 'react-day-picker';

import { Button } from '../../buttons';
import { useText } from '../../i18n';
import { isDay, useFormat, type LocalDay } from '../../units';
import { Calendar, dateOf, dayOf } from '../calendar';
import { outside } from '../day-input';
import { RangeFields } from './range-fields';
import type { RangePickerProps } from './range-picker-props';
import { defaultTimes, draftOf, rangeErrors, rangeOf, wholeDays, type RangeDraft } from './range-rules';
import { shortcutText } from './range-text';
import { daysOf, limitedShortcuts, shortcuts, within } from './shortcuts';

import './range.css';

interface RangePanelProps extends RangePickerProps {
  today: LocalDay;
  months: 1 | 2;
  onCancel: () => void;
}

/** What the picker opens: shortcuts, which are taken at once, beside a calendar and fields, which Apply takes. */
export function RangePanel({ value, onChange, limited = false, min, max, maxDays, daysOnly = false, today, months, onCancel }: RangePanelProps) {
  const t = useText();
  const { locale } = useFormat().settings;
  const formId = useId();
  const [draft, setDraft] = useState<RangeDraft>(() => draftOf(value));
  const [wasSent, setSent] = useState(false);
  const errors = rangeErrors(draft, { min, max, maxDays, locale });
  const isPristine = draft.from === '' && draft.to === '' && !wasSent;
  const from = isDay(draft.from) ? dateOf(draft.from) : undefined;
  const to = isDay(draft.to) ? dateOf(draft.to) : undefined;
  const change = (part: Partial<RangeDraft>) => setDraft((before) => ({ ...before, ...part }));

  const pick = (range: DateRange | undefined, day: Date) => change(nextDays(draft, range, dayOf(day)));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSent(true);
    if (Object.keys(errors).length === 0) {
      onChange(daysOnly ? wholeDays(draft.from, draft.to) : rangeOf(draft));
    }
  };

  return (
    <div className={months === 1 ? 'range one' : 'range'}>
      <ul className="range-shortcuts" aria-label={t('range.shortcuts')}>
        {(limited ? limitedShortcuts : shortcuts).map((shortcut) => {
          const days = within(daysOf(shortcut, today), min, max);
          const isOn = days.from === draft.from && days.to === draft.to;
          const tooLong = rangeErrors({ ...days, startTime: defaultTimes.start, endTime: defaultTimes.end }, { maxDays, locale }).to;
          return (
            <li key={shortcut}>
              <button type="button" className="range-shortcut" aria-pressed={isOn} disabled={Boolean(tooLong)} title={tooLong} onClick={() => onChange(wholeDays(days.from, days.to))}>
                {shortcutText(shortcut)}
              </button>
            </li>
          );
        })}
      </ul>
      <form id={formId} className="range-body" noValidate onSubmit={apply}>
        <Calendar
          mode="range"
          // The picker is opened to choose.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          numberOfMonths={months}
          selected={{ from, to: to && from && to < from ? undefined : to }}
          onSelect={pick}
          today={dateOf(today)}
          disabled={outside(min, max)}
          defaultMonth={firstMonth(draft, today, months)}
          {...(min ? { startMonth: dateOf(min) } : {})}
          {...(max ? { endMonth: dateOf(max) } : {})}
        />
        <RangeFields draft={draft} errors={isPristine ? {} : errors} onChange={change} daysOnly={daysOnly} today={today} />
        <div className="form-actions">
          <Button onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" variant="primary">
            {t('range.apply')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** A first click starts a new range, a second one ends it, whichever of the two is earlier. */
function nextDays(draft: RangeDraft, range: DateRange | undefined, clicked: LocalDay): Pick<RangeDraft, 'from' | 'to'> {
  const isOpen = draft.from !== '' && draft.to === '';
  if (!isOpen || !range) {
    return { from: clicked, to: '' };
  }
  return clicked < draft.from ? { from: clicked, to: draft.from } : { from: draft.from, to: clicked };
}

function firstMonth(draft: RangeDraft, today: LocalDay, months: number): Date {
  const last = isDay(draft.to) ? draft.to : isDay(draft.from) ? draft.from : today;
  const date = dateOf(last);
  return new Date(date.getFullYear(), date.getMonth() - months + 1, 1);
}
