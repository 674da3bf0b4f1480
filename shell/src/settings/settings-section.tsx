import { useId, type ReactNode } from 'react';

interface SettingsSectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** Settings that belong together, with what they are for beside them. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="card settings-section" aria-labelledby={id}>
      <div className="settings-about">
        <h2 id={id}>{title}</h2>
        {text ? <p className="t2 s12">{text}</p> : null}
      </div>
      <div className="settings-fields">{children}</div>
    </section>
  );
}
