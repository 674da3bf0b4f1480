import { Button, Icon, leaveOrganisation, toast, useSession, useText } from '@outrider/sdk';

import './cross-browsing.css';

/** Says, above everything, in whose organisation a support role acts, and leads back. */
export function ActingBand() {
  const t = useText('shell');
  const { Org, home_org: home } = useSession();
  if (home === undefined || home === Org.id) {
    return null;
  }
  return (
    <aside className="acting" aria-label={t('acting.label')}>
      <Icon name="warning" small />
      <span className="ell">
        {t('acting.text')} <b>{Org.name}</b>
      </span>
      <Button size="small" onClick={() => void leaveOrganisation().catch(() => toast(t('acting.notLeft'), 'error'))}>
        {t('acting.leave')}
      </Button>
    </aside>
  );
}
