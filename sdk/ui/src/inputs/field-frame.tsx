import type { ReactNode } from 'react';

import { Icon } from '../icons';

import './inputs.css';

export interface FieldFrameProps {
  /** Of the control that the label names. */
  id: string;
  noteId: string;
  label: string;
  required?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string | undefined;
  /** For controls that are no single input: the label is then a caption with this id. */
  labelId?: string | undefined;
  children: ReactNode;
}

/** Label above, control, and below it the hint or what is wrong. The note's place is kept, so that nothing jumps. */
export function FieldFrame({ id, noteId, label, required, hint, error, className, labelId, children }: FieldFrameProps) {
  const words = (
    <>
      {label}
      {required ? <span className="fld-star" aria-hidden="true"> *</span> : null}
    </>
  );
  return (
    <div className={['fld', error && 'bad', className].filter(Boolean).join(' ')}>
      {labelId ? (
        <span className="label" id={labelId}>
          {words}
        </span>
      ) : (
        <label className="label" htmlFor={id}>
          {words}
        </label>
      )}
      {children}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** The sentence under a control; what is wrong is said at once, also to screen readers. */
export function FieldNote({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) {
  return (
    <p id={id} className={error ? 'fld-note bad' : 'fld-note'} aria-live="polite">
      {error ? <Icon name="warning" small /> : null}
      {error ?? hint ?? ''}
    </p>
  );
}
