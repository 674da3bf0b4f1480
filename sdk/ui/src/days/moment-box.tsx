import { useId } from 'react';

import { useText } from '../i18n';
import { DayBox, TimeBox } from './day-box';
import type { LocalDateTime, LocalDay } from '../units';

export interface MomentBoxProps {
  /** What the moment is, for who does not see it. */
  label: string;
  /** `2026-11-21T14:32`, or nothing. */
  value: LocalDateTime | undefined;
  /** The last day that can be chosen. */
  max?: LocalDay;
  /** Undefined when the day is taken out. */
  onChange: (value: LocalDateTime | undefined) => void;
}

/** A day and a time of it, without a zone. Nothing is chosen until there is a day, which begins at midnight. */
export function MomentBox({ label, value = '', max, onChange }: MomentBoxProps) {
  const t = useText();
  const id = useId();
  const [day = '', time = '00:00'] = value.split('T');
  return (
    <span className="moment-box" role="group" aria-label={label}>
      <DayBox id={`${id}-day`} aria={{ 'aria-label': `${label}, ${t('input.dayShape')}` }} value={day} max={max} onChange={(next) => onChange(`${next}T${time}`)} onClear={() => onChange(undefined)} />
      <TimeBox id={`${id}-time`} aria={{ 'aria-label': `${label}, ${t('input.timeShape')}` }} value={day === '' ? '' : time} onChange={(next) => day !== '' && onChange(`${day}T${next}`)} />
    </span>
  );
}
