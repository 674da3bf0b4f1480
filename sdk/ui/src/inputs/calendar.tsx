import { useMemo, type ComponentProps } from 'react';
import { DayPicker, type Labels } from 'react-day-picker';

import { useText, type Translate } from '../i18n';
import { Icon } from '../icons';
import { useFormat, type LocalDay } from '../units';

import './calendar.css';

type DayPickerProps = ComponentProps<typeof DayPicker>;

/** Days by the calendar of the browser's clock: only their date counts, whatever its zone. */
export function dateOf(day: LocalDay): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** The day of a date that {@link dateOf} made or the calendar chose. */
export function dayOf(date: Date): LocalDay {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * Months to choose days from, by mouse or keyboard (arrows, Page Up and Down, Home, End), in the user's language and with the
 * week that their country begins with.
 */
export function Calendar(props: DayPickerProps) {
  const { locale } = useFormat().settings;
  const t = useText();
  const words = useMemo(() => calendarWords(locale, t), [locale, t]);
  return <DayPicker className="cal" lang={locale} weekStartsOn={firstWeekday(locale)} components={{ Chevron: Arrow }} {...words} {...props} />;
}

function Arrow({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' }) {
  return <Icon name={orientation === 'left' ? 'chevron-left' : orientation === 'down' ? 'chevron-down' : 'chevron-right'} small />;
}

function calendarWords(locale: string, t: Translate): Pick<DayPickerProps, 'formatters' | 'labels'> {
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (date: Date) => format.format(date);
  };
  const month = written({ month: 'long', year: 'numeric' });
  const full = written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const labels: Partial<Labels> = {
    labelNav: () => t('input.calendar'),
    labelNext: () => t('input.nextMonth'),
    labelPrevious: () => t('input.previousMonth'),
    labelGrid: month,
    labelWeekday: written({ weekday: 'long' }),
    labelDayButton: (date, { today, selected }) => [full(date), today && t('range.today'), selected && t('input.chosen')].filter(Boolean).join(', '),
  };
  return { formatters: { formatCaption: month, formatWeekdayName: written({ weekday: 'short' }), formatDay: (date: Date) => String(date.getDate()) }, labels };
}

interface WeekInfo {
  firstDay: number;
}

/** 0 for Sunday; Monday where the browser does not know. */
function firstWeekday(locale: string): 0 | 1 | 6 {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  const first = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? (locale === 'en-US' ? 7 : 1);
  return first === 7 ? 0 : first === 6 ? 6 : 1;
}
