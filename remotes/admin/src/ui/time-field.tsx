import { instantOf, localDateTime, useFormat } from '@outrider/sdk';
import { MomentBox } from '@outrider/sdk/days';

interface TimeFieldProps {
  label: string;
  /** RFC 3339, or nothing. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A moment, by the clock of the organisation like the times in the lists below. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  const { zone } = useFormat().settings;
  return (
    <span className="ops-moment">
      <span className="t3 s12" aria-hidden="true">{label}</span>
      <MomentBox label={label} value={value ? localDateTime(Date.parse(value), zone).slice(0, 16) : undefined} onChange={(local) => onChange(local && new Date(instantOf(`${local}:00`, zone)).toISOString())} />
    </span>
  );
}
