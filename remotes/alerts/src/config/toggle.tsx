import type { ReactNode } from 'react';

interface ToggleProps {
  label: string;
  /** Shown beside the switch; without it the label is for screen readers alone. */
  children?: ReactNode;
  on: boolean;
  disabled?: boolean;
  /** Why it cannot be switched. */
  why?: string | undefined;
  onChange: (on: boolean) => void;
}

/** A switch that acts at once. */
export function Toggle({ label, children, on, disabled = false, why, onChange }: ToggleProps) {
  return (
    <label className={disabled ? 'cfg-toggle off' : 'cfg-toggle'} title={disabled ? why : undefined}>
      <input type="checkbox" role="switch" aria-label={label} checked={on} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      <i aria-hidden="true" />
      {children}
    </label>
  );
}
