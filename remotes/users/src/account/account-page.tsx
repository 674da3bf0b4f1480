import { Failure, Loading, useSession, useText, type TextKey } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getUser, nameOf, type User } from '../api/user';
import { AvatarField } from './avatar-field';
import { OwnDataCard } from './own-data-card';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { SessionsCard } from './sessions-card';
import { TwoStepCard } from './two-step-card';

import './account-page.css';

/** One's own account: who one is, the profile, and the password. */
export function AccountPage() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery({ queryKey: ['user', user.id], queryFn: ({ signal }) => getUser(user.id, signal) });
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <div className="my-account">
        <Loading rows={5} />
      </div>
    );
  }
  return (
    <div className="my-account">
      <Who user={data} />
      <ProfileForm key={data.id} user={data} onSaved={() => void refetch()} />
      <PasswordForm email={data.email} />
      <TwoStepCard />
      <SessionsCard />
      <OwnDataCard />
    </div>
  );
}

function Who({ user }: { user: User }) {
  const t = useText('users');
  const name = nameOf(user);
  const initials = name.split(/[\s.@_-]+/).filter(Boolean).slice(0, 2).map((word) => word[0]).join('').toUpperCase();
  return (
    <header className="my-account-who">
      <div className="grow">
        <h1 className="ell">{name}</h1>
        <p className="t2 ell">{user.email}</p>
        <p className="t2 s12">{[...new Set([t(`role.${user.Role.name}` as TextKey<'users'>, { defaultValue: user.Role.name }), user.user_group, user.organisation])].filter(Boolean).join(' · ')}</p>
      </div>
      <AvatarField id={user.id} initials={initials} />
    </header>
  );
}
