import { useId, type InputHTMLAttributes } from 'react';

import './form.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string;
  value: string;
  problem?: string | undefined;
  onChange?: (value: string) => void;
}

/** A line of text with its name above it and what is wrong with it below. */
export function TextField({ label, value, problem, onChange, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className="text-field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        value={value}
        readOnly={!onChange}
        className={problem ? 'wrong' : ''}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {problem ? (
        <p className="text-field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}
