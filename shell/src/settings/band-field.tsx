import { useId } from 'react';

interface BandFieldProps {
  label: string;
  unit: string;
  value: number;
  problem?: string | undefined;
  /** Absent for the value that is fixed. */
  onChange?: (value: number) => void;
}

/** One band as a number of the user's unit. */
export function BandField({ label, unit, value, problem, onChange }: BandFieldProps) {
  const id = useId();
  return (
    <div className="band-field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className={problem ? 'field wrong' : 'field'}>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          className="num"
          value={Number.isNaN(value) ? '' : value}
          disabled={!onChange}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => onChange?.(event.target.valueAsNumber)}
        />
        <span className="t3">{unit}</span>
      </span>
      {problem ? (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
