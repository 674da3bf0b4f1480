import { ApiError, confirm, openView, toast, translate } from '@outrider/sdk';

import { nameOf, type User } from '../api/user';
import { seeAs } from '../api/users-list';

/** Asks, then opens the portal as somebody sees it, in a tab of its own. */
export async function seePortalAs(user: User): Promise<void> {
  const t = (key: string) => translate(`users:seeAs.${key}`, { name: nameOf(user) });
  if (!(await confirm({ title: t('title'), text: t('text'), confirm: t('open') }))) {
    return;
  }
  try {
    const { id } = await seeAs(user.id);
    if (!openView(id)) {
      toast(t('blocked'), 'error');
    }
  } catch (error) {
    toast(error instanceof ApiError ? error.message : t('failed'), 'error');
  }
}
