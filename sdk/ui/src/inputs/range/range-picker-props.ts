import type { LocalDay } from '../../units';
import type { DateTimeRange } from './range-rules';

/** What a date-time range is chosen within. */
export interface RangePickerProps {
  /** By the clocks of the zone; null when nothing is chosen. */
  value: DateTimeRange | null;
  onChange: (range: DateTimeRange) => void;
  /** What the range is of, for those who do not see it. */
  label: string;
  /** Offers only Today, Yesterday and Last 7 Days. */
  limited?: boolean;
  /** First and last day that may be chosen. */
  min?: LocalDay;
  max?: LocalDay;
  /** Most days, both ends included. */
  maxDays?: number;
  /** Whole days only: no times are asked for, the range is 00:00:00 to 23:59:59. */
  daysOnly?: boolean;
  /** IANA zone in which it is today; the user's without one. */
  zone?: string;
  disabled?: boolean;
  className?: string;
}
