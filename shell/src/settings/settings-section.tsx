import { useEffect, useId, useRef, type ReactNode } from 'react';

interface SettingsSectionProps {
  /** Names it in addresses: `#locale`. */
  id: string;
  title: string;
  text?: string;
  children: ReactNode;
}

/** Settings that belong together, with what they are for beside them. */
export function SettingsSection({ id: name, title, text, children }: SettingsSectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const show = () => {
      if (decodeURIComponent(location.hash.slice(1)) === name) {
        section.current?.scrollIntoView?.({ block: 'start' });
        section.current?.focus({ preventScroll: true });
      }
    };
    show();
    window.addEventListener('popstate', show);
    return () => window.removeEventListener('popstate', show);
  }, [name]);
  return (
    <section ref={section} tabIndex={-1} className="card settings-section" aria-labelledby={id}>
      <div className="settings-about">
        <h2 id={id}>{title}</h2>
        {text ? <p className="t2 s12">{text}</p> : null}
      </div>
      <div className="settings-fields">{children}</div>
    </section>
  );
}
