import { useState } from 'react';

import { DayInput, type DayInputProps } from '../inputs/day-input';
import { TimeInput, type TimeInputProps } from '../inputs/time-input';
import { isDay, isTime, type LocalDay } from '../units';
import './days.css';

export interface DayBoxProps extends Pick<DayInputProps, 'id' | 'min' | 'max' | 'aria'> {
  value: LocalDay;
  onChange: (day: LocalDay) => void;
  /** The day may be taken out. */
  onClear?: () => void;
}

/** A day outside forms: `onChange` hears only of days within the limits, and what is typed and is none goes when the field is left. */
export function DayBox({ value, onChange, onClear, min, max, ...rest }: DayBoxProps) {
  const change = (day: string) => (day === '' ? onClear?.() : onChange(day));
  const { shown, type, leave } = useTyped(value, change, (text) => (text === '' ? onClear !== undefined : isDay(text) && (!min || text >= min) && (!max || text <= max)));
  return (
    <span className="day-box">
      <DayInput {...rest} {...{ min, max }} value={shown} onChange={type} onBlur={leave} />
    </span>
  );
}

export interface TimeBoxProps extends Pick<TimeInputProps, 'id' | 'aria'> {
  /** `HH:mm`; with `onClear` also nothing. */
  value: string;
  onChange: (time: string) => void;
  /** The time may be taken out. */
  onClear?: () => void;
}

/** A time of day outside forms, as {@link DayBox} is a day. */
export function TimeBox({ value, onChange, onClear, ...rest }: TimeBoxProps) {
  const change = (time: string) => (time === '' ? onClear?.() : onChange(time));
  const { shown, type, leave } = useTyped(value, change, (text) => (text === '' ? onClear !== undefined : isTime(text)));
  return (
    <span className="time-box">
      <TimeInput {...rest} value={shown} onChange={type} onBlur={leave} />
    </span>
  );
}

/** What is typed, until it is a value or the field is left. */
function useTyped(value: string, onChange: (value: string) => void, isValue: (text: string) => boolean) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    if (text !== value && isValue(text)) onChange(text);
  };
  return { shown: typed ?? value, type, leave: () => setTyped(undefined) };
}
