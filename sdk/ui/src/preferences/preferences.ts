import { z } from 'zod';

import { apiOf } from '../api/api-of';
import { toast } from '../feedback';
import type { paths } from '../host-api';
import { setLanguage, translate } from '../i18n';
import { preferencesSchema, setShellInfo, shellInfo, useSession, type SessionInfo, type ShellInfo } from '../session';
import { formatSettings } from '../units/use-format';
import type { Patch } from './merge';
import { PreferenceKeeper } from './preference-keeper';

/** The product's id in the preferences, and the version of what it keeps there. */
const application = { id: 'outrider', version: 1 } as const;
const appSchema = z.object({ ui: z.record(z.string(), z.unknown()).catch({}) }).catch({ ui: {} });

const api = apiOf<paths>();
const path = '/user/{id}/preferences';

const keeper = new PreferenceKeeper({
  shown: () => shellInfo()?.session.preferences ?? {},
  show,
  read: () => api.get(path, preferencesSchema, own()),
  // Who sees the portal as somebody else changes what this tab shows, and nothing of the other's.
  write: (change) => (shellInfo()?.session.seen_by ? Promise.resolve() : api.post(path, change, undefined, own())),
  owner: () => shellInfo()?.session.user.id,
  channel: new BroadcastChannel('outrider-preferences'),
});

/**
 * Shows a change of the preferences at once, everywhere, and keeps it with the user: `savePreferences({ global: { units: 'Metric' } })`.
 * Objects merge, arrays are replaced, null removes. False, with a toast, if it could not be saved.
 */
export async function savePreferences(change: Patch): Promise<boolean> {
  const saved = await keeper.save(change);
  if (!saved) {
    toast(translate('preferences.notSaved'), 'error');
  }
  return saved;
}

/** Saves what a screen remembers: `saveUi({ mapView: { satellite: true } })`; see {@link savePreferences}. */
export function saveUi(change: Patch): Promise<boolean> {
  return savePreferences({ app: { [application.id]: { version: application.version, ui: change } } });
}

/** What screens remembered: by name, whatever {@link saveUi} was given. Parse it; another version may have written it. */
export function uiPreferences({ preferences }: Pick<SessionInfo, 'preferences'>): Record<string, unknown> {
  return appSchema.parse(preferences.app[application.id]).ui;
}

/** The same in a component; it changes at once when any tab saves. */
export function useUiPreferences(): Record<string, unknown> {
  return uiPreferences(useSession());
}

/**
 * Asks `load` what the host says and shows it; but preferences that were changed here meanwhile stay as they are, since the answer
 * may be older.
 */
export async function refreshShellInfo(load: () => Promise<ShellInfo>): Promise<void> {
  const before = keeper.version;
  const info = await load();
  const shown = shellInfo();
  const preferences = before === keeper.version || !shown ? info.session.preferences : shown.session.preferences;
  setShellInfo({ ...info, session: { ...info.session, preferences } });
}

function show(preferences: Patch): void {
  const info = shellInfo();
  if (info) {
    const before = formatSettings(info.session).locale;
    const session = { ...info.session, preferences: preferencesSchema.parse(preferences) };
    setShellInfo({ ...info, session });
    const { locale } = formatSettings(session);
    if (locale !== before) {
      void setLanguage(locale);
    }
  }
}

/** Whose preferences they are. */
function own() {
  return { parts: { id: shellInfo()?.session.user.id ?? '' } };
}
