import { contributionsTo, RemotePart, useManifestText, useShellInfo, useText } from '@outrider/sdk';

import { AppearanceChoice } from '../choices/appearance-choice';
import { BandsEditor } from './bands-editor';
import { DensityChoice } from './density-choice';
import { LocaleFields } from '../choices/locale-fields';
import { SettingsSection } from './settings-section';

import './settings-page.css';

/** Account settings: how the portal reads and looks for this user, and what other features add. */
export function SettingsPage() {
  const t = useText('shell');
  return (
    <div className="settings">
      <header className="settings-head">
        <h1>{t('settings.title')}</h1>
        <p className="t2">{t('settings.text')}</p>
      </header>
      <SettingsSection id="locale" title={t('settings.locale')} text={t('settings.localeText')}>
        <LocaleFields className="settings-field" />
      </SettingsSection>
      <SettingsSection id="bands" title={t('bands.title')} text={t('bands.text')}>
        <BandsEditor />
      </SettingsSection>
      <SettingsSection id="looks" title={t('settings.looks')} text={t('settings.looksText')}>
        <AppearanceChoice className="settings-field" />
        <DensityChoice />
      </SettingsSection>
      <OtherSettings />
    </div>
  );
}

/** What remotes contribute, each in a section of its own. */
function OtherSettings() {
  useShellInfo();
  const text = useManifestText();
  return contributionsTo('account-settings').map(({ plugin, remote, module, id, label }) => {
    const part = <RemotePart address={{ remote, module }} {...(label ? { title: text(label) } : {})} />;
    const key = `${plugin} ${module}`;
    return label ? (
      <SettingsSection key={key} id={`${plugin}-${id}`} title={text(label)}>
        {part}
      </SettingsSection>
    ) : (
      <section key={key} className="card settings-section plain">
        {part}
      </section>
    );
  });
}
