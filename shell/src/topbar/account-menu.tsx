import { Icon, useOwnAvatar, useSession, useText, type TextKey } from '@outrider/sdk';
import { Popover } from '@outrider/sdk/mui';
import { useState } from 'react';
import { Link } from '@outrider/sdk/router';

import { OtherOrganisation } from '../cross-browsing/other-organisation';
import { LocaleFields } from '../choices/locale-fields';
import { AppearanceChoice } from '../choices/appearance-choice';
import { logOut } from './log-out';
import { useRefusal } from './use-refusal';

import './account-menu.css';

/** The account: who is signed in, their page, how things look and read, and the way out. */
export function AccountMenu({ isNarrow }: { isNarrow: boolean }) {
  const t = useText('shell');
  const { user } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const picture = useOwnAvatar();
  const close = () => setAnchor(null);
  const name = `${user.Profile.firstname} ${user.Profile.lastname}`.trim() || user.email;

  return (
    <>
      <button
        type="button"
        className={isNarrow ? 'avatar narrow' : 'avatar'}
        aria-label={t('account.label', { name })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {picture ? <img src={picture} alt="" /> : initials(name)}
      </button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: 'account', role: 'dialog', 'aria-label': t('account.menu') } }}
      >
        <div className="account-head">
          <b className="ell">{name}</b>
          <span className="ell">{user.email}</span>
          <small>{t(`role.${user.Role.name}` as TextKey<'shell'>, { defaultValue: user.Role.name })}</small>
        </div>
        <hr />
        <AccountLink onLeave={close} />
        <OtherOrganisation onLeave={close} />
        <hr />
        <AppearanceChoice />
        <LocaleFields className="account-choice" />
        <hr />
        <button
          type="button"
          className="account-item"
          onClick={() => {
            close();
            void logOut();
          }}
        >
          <Icon name="sign-out" />
          {t('account.logout')}
        </button>
      </Popover>
    </>
  );
}

function AccountLink({ onLeave }: { onLeave: () => void }) {
  const t = useText('shell');
  const refusal = useRefusal('/user-profile');
  const inside = (
    <>
      <Icon name="user" />
      {t('account.account')}
    </>
  );
  if (refusal) {
    return (
      <span className="account-item off" role="link" aria-disabled="true" tabIndex={0} title={refusal}>
        {inside}
      </span>
    );
  }
  return (
    <Link className="account-item" to="/user-profile" onClick={onLeave}>
      {inside}
    </Link>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter(Boolean);
  return `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}`.toUpperCase();
}
