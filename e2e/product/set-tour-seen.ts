import { password } from '../pages/accounts';
import { ask } from './ask';

interface SignedIn {
  access_token: string;
}

/** Notes with a user of the demonstration whether they had the tour: who had not is shown it at the next sign-in. */
export async function setTourSeen(email: string, seen: boolean): Promise<void> {
  const { access_token: token } = await ask<SignedIn>('POST', '/auth/sign-in', { email, password });
  const { session } = await ask<{ session: { user: { id: string } } }>('GET', '/shell', undefined, token);
  await ask('POST', `/user/${session.user.id}/preferences`, { app: { outrider: { version: 1, ui: { help: { tour: seen || null } } } } }, token);
}
