import { formatSettings, setLanguage, setShellInfo, shellInfoSchema, type ShellInfo } from '@outrider/sdk';

import { api } from '../api/api';
import { keepStorageOf } from './storage';

/** Asks the host who is signed in and what there is, and shows it in the user's language. */
export async function loadShell(): Promise<ShellInfo> {
  const info = await api.get('/shell', shellInfoSchema);
  keepStorageOf(info.session.Org.id);
  setShellInfo(info);
  await setLanguage(formatSettings(info.session).locale);
  return info;
}
