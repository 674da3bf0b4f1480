import { formatSettings, post, setLanguage, setShellInfo, shellInfo, toast, translate } from '@outrider/sdk';

/** Shows a changed preference at once and keeps it with the user; the server merges it into what it has. */
export async function savePreference(change: { locale?: string; units?: string }): Promise<void> {
  const info = shellInfo();
  if (!info) {
    return;
  }
  const { session } = info;
  const preferences = { ...session.preferences, global: { ...session.preferences.global, ...change } };
  setShellInfo({ ...info, session: { ...session, preferences } });
  await setLanguage(formatSettings({ ...session, preferences }).locale);
  try {
    await post(`/user/${encodeURIComponent(session.user.id)}/preferences`, { global: change });
  } catch (error) {
    console.error('save preference', error);
    toast(translate('shell:account.notSaved'), 'error');
  }
}
