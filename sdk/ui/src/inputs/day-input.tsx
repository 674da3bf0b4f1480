import { InputAdornment, OutlinedInput, Popover } from '@mui/material';
import { useId, useRef, useState } from 'react';

import { IconButton } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { isDay, type LocalDay } from '../units';
import { Calendar, dateOf, dayOf } from './calendar';
import { useToday } from './use-today';

export interface DayInputProps {
  id: string;
  value: string;
  onChange: (day: string) => void;
  onBlur?: () => void;
  min?: LocalDay | undefined;
  max?: LocalDay | undefined;
  isWrong?: boolean;
  disabled?: boolean;
  aria?: Record<string, string | boolean | undefined>;
  focusRef?: React.Ref<HTMLInputElement>;
}

/** A day that is typed as YYYY-MM-DD or chosen from a calendar. */
export function DayInput({ id, value, onChange, onBlur, min, max, isWrong = false, disabled = false, aria, focusRef }: DayInputProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const calendarId = useId();
  const [isOpen, setOpen] = useState(false);
  const chosen = isDay(value) ? dateOf(value) : undefined;
  const today = useToday();
  const pick = (date: Date | undefined) => {
    setOpen(false);
    onChange(date ? dayOf(date) : '');
  };
  const openByArrow = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault();
      setOpen(true);
    }
  };
  return (
    <>
      <OutlinedInput
        ref={box}
        id={id}
        fullWidth
        error={isWrong}
        disabled={disabled}
        value={value}
        inputRef={focusRef}
        onChange={(event) => onChange(event.target.value.trim())}
        onBlur={() => {
          onChange(completeDay(value, today));
          onBlur?.();
        }}
        onKeyDown={openByArrow}
        endAdornment={
          <InputAdornment position="end">
            <IconButton size="small" disabled={disabled} label={t('input.calendar')} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
              <Icon name="calendar" small />
            </IconButton>
          </InputAdornment>
        }
        inputProps={{ ...aria, placeholder: t('input.dayShape'), inputMode: 'numeric', autoComplete: 'off', className: 'num' }}
      />
      <Popover
        open={isOpen}
        onClose={() => setOpen(false)}
        anchorEl={() => box.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { id: calendarId, role: 'dialog', 'aria-label': t('input.calendar'), className: 'cal-paper', sx: { mt: '4px' } } }}
      >
        <Calendar
          mode="single"
          // The calendar is opened to choose.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          selected={chosen}
          defaultMonth={chosen ?? dateOf(max && today > max ? max : today)}
          today={dateOf(today)}
          onSelect={pick}
          disabled={outside(min, max)}
          {...(min ? { startMonth: dateOf(min) } : {})}
          {...(max ? { endMonth: dateOf(max) } : {})}
        />
      </Popover>
    </>
  );
}

/** The days that cannot be chosen. */
export function outside(min: LocalDay | undefined, max: LocalDay | undefined) {
  return [...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])];
}

/** Completes what is typed short: `20261121`, `2026-3-5`, `03-05` of this year. */
export function completeDay(text: string, today: LocalDay): string {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(?:(\d{4})[-/.])?(\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (!parts) {
    return text;
  }
  const [, year = today.slice(0, 4), month = '', day = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
