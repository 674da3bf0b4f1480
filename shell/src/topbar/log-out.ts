import { confirm, toast, tokens, translate } from '@outrider/sdk';

/** Ends the session in every tab, after asking. */
export async function logOut(): Promise<void> {
  const sure = await confirm({ title: translate('shell:account.logoutTitle'), text: translate('shell:account.logoutText'), confirm: translate('shell:account.logout') });
  if (sure) {
    await tokens.signOut().catch(() => toast(translate('shell:account.notLoggedOut'), 'error'));
  }
}
