import { OutlinedInput } from '@mui/material';

import { useText } from '../i18n';

export interface TimeInputProps {
  id: string;
  value: string;
  onChange: (time: string) => void;
  onBlur?: () => void;
  isWrong?: boolean;
  disabled?: boolean;
  aria?: Record<string, string | boolean | undefined>;
  focusRef?: React.Ref<HTMLInputElement>;
}

/** A time of day, HH:mm: typed in any short form (9, 930, 9:30), or moved a quarter of an hour by the arrow keys. */
export function TimeInput({ id, value, onChange, onBlur, isWrong = false, disabled = false, aria, focusRef }: TimeInputProps) {
  const t = useText();
  const step = (event: React.KeyboardEvent) => {
    const minutes = { ArrowUp: 15, ArrowDown: -15 }[event.key];
    if (minutes !== undefined) {
      event.preventDefault();
      onChange(moveTime(completeTime(value), minutes));
    }
  };
  return (
    <OutlinedInput
      id={id}
      fullWidth
      error={isWrong}
      disabled={disabled}
      value={value}
      inputRef={focusRef}
      onChange={(event) => onChange(event.target.value.trim())}
      onBlur={() => {
        onChange(completeTime(value));
        onBlur?.();
      }}
      onKeyDown={step}
      inputProps={{ ...aria, placeholder: t('input.timeShape'), inputMode: 'numeric', autoComplete: 'off', maxLength: 5, className: 'num' }}
    />
  );
}

/** Completes what is typed short: `9` and `930` become `09:00` and `09:30`; what is no time stays. */
export function completeTime(text: string): string {
  const parts = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(text);
  return parts ? `${(parts[1] ?? '').padStart(2, '0')}:${parts[2] ?? '00'}` : text;
}

/** `time` moved within its day; midnight when it is no time. */
export function moveTime(time: string, minutes: number): string {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  const at = parts ? Number(parts[1]) * 60 + Number(parts[2]) + minutes : 0;
  const kept = Math.min(Math.max(at, 0), 24 * 60 - 1);
  return `${String(Math.floor(kept / 60)).padStart(2, '0')}:${String(kept % 60).padStart(2, '0')}`;
}
