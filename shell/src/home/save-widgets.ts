import { post, setShellInfo, shellInfo, toast, translate } from '@outrider/sdk';

import { widgetPreferences, type HomeWidget } from './widgets';

/** Shows the chosen widgets at once and keeps the choice with the user. */
export async function saveWidgets(widgets: HomeWidget[], off: Set<string>): Promise<void> {
  const info = shellInfo();
  if (!info) {
    return;
  }
  const { session } = info;
  const app = widgetPreferences(widgets, off);
  setShellInfo({ ...info, session: { ...session, preferences: { ...session.preferences, app: { ...session.preferences.app, ...app } } } });
  try {
    await post(`/user/${encodeURIComponent(session.user.id)}/preferences`, { app });
  } catch (error) {
    console.error('save widgets', error);
    toast(translate('shell:account.notSaved'), 'error');
  }
}
