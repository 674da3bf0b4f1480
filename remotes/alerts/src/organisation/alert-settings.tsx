import { Denied, usePermission, useText } from '@outrider/sdk';
import { useId, type ReactNode } from 'react';

import { BandsSection } from './bands-section';
import { MailsSection } from './mails-section';

import '../config/config.css';
import '../rules/rules.css';
import './organisation.css';

/** What an organisation chooses about its alerts: from when on speeding counts, and who is mailed. */
export function AlertSettings() {
  const t = useText('alerts');
  const maySeeBands = usePermission('listAlerts');
  const maySeeMails = usePermission('viewAlertEmailList');
  if (!maySeeMails) {
    return <Denied />;
  }
  return (
    <div className="org-alerts">
      <header>
        <h1>{t('org.title')}</h1>
        <p className="t2">{t('org.text')}</p>
      </header>
      {maySeeBands ? (
        <Section title={t('org.bands')} text={t('org.bandsText')}>
          <BandsSection />
        </Section>
      ) : null}
      <Section title={t('org.mails')} text={t('org.mailsText')}>
        <MailsSection />
      </Section>
    </div>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card org-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="t2 s12">{text}</p>
      </div>
      <div className="org-fields">{children}</div>
    </section>
  );
}
