import type { ReactNode } from 'react';

interface SpecimenProps {
  title: string;
  /** What to look at. */
  note?: string;
  wide?: boolean;
  children: ReactNode;
}

/** One component in one state, on a card with its name. */
export function Specimen({ title, note, wide = false, children }: SpecimenProps) {
  return (
    <section className={wide ? 'specimen wide' : 'specimen'} aria-label={title}>
      <h2>{title}</h2>
      {note ? <p className="t3 s12">{note}</p> : null}
      <div className="specimen-body">{children}</div>
    </section>
  );
}
