import { confirm, endView, markedView, toast, tokens, translate } from '@outrider/sdk';

/** Ends the session in every tab, after asking. */
export async function logOut(): Promise<void> {
  if (markedView() !== undefined) {
    await endView().catch(() => toast(translate('shell:view.notEnded'), 'error'));
    return;
  }
  const sure = await confirm({ title: translate('shell:account.logoutTitle'), text: translate('shell:account.logoutText'), confirm: translate('shell:account.logout') });
  if (sure) {
    await tokens.signOut().catch(() => toast(translate('shell:account.notLoggedOut'), 'error'));
  }
}
