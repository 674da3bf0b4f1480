import { TimeBox } from '@outrider/sdk/days';
import { useId } from 'react';

import './time-filter.css';

interface TimeFilterProps {
  label: string;
  /** `HH:mm`, or nothing. */
  value: string;
  onChange: (value: string) => void;
}

/** A time of day by which a report is filtered. */
export function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  const id = useId();
  return (
    <span className="rp-time">
      <label htmlFor={id} className="s12 t2">{label}</label>
      <TimeBox id={id} value={value} onChange={onChange} onClear={() => onChange('')} />
    </span>
  );
}
