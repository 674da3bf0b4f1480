import { Failure, Loading, required, toast, usePermission, useSession, useText } from '@outrider/sdk';
import { Form, ruled, Select, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { getUser, nameOf, putProfile, type User } from '../api/user';
import { moveUser, setRole } from '../api/users-list';
import { GroupSelect } from '../form/group-select';
import { Activity, useMaySeeActivity } from './activity';
import { useGroupOptions } from '../tree/groups';
import { roleKeyOf, rolesWithin, useRoleName, useRoleOptions } from '../people/roles';
import { TwoStepReset } from './two-step-reset';
import { UserSight } from './user-sight';

interface UserDialogProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Somebody's profile, role and group, and what they did lately; who may not change it reads it. */
export function UserDialog({ id, onClose, onChanged }: UserDialogProps) {
  const t = useText('users');
  const { data, error, refetch } = useQuery({ queryKey: ['user', id], queryFn: ({ signal }) => getUser(id, signal), staleTime: 0 });
  return (
    <Modal title={data ? nameOf(data) : t('people.title')} hint={data?.email} width="md" onClose={onClose}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={5} /> : null}
      {data ? (
        <UserForm user={data} onClose={onClose} onChanged={onChanged}>
          <About user={data} />
        </UserForm>
      ) : null}
    </Modal>
  );
}

/** How somebody signs in, and what they did lately: above the buttons of the form, which stay in sight. */
function About({ user }: { user: User }) {
  const t = useText('users');
  const { user: own } = useSession();
  const maySeeActivity = useMaySeeActivity();
  const mayReset = usePermission('updateUserStatus');
  return (
    <>
      <UserSight user={user} />
      {mayReset && user.id !== own.id ? <TwoStepReset userId={user.id} /> : null}
      {maySeeActivity ? (
        <section className="ppl-recent" aria-labelledby="ppl-recent">
          <h3 id="ppl-recent">{t('activity.recent')}</h3>
          <Activity person={user.id} short />
        </section>
      ) : null}
    </>
  );
}

const schema = z.object({
  firstname: ruled(required).max(100),
  lastname: z.string().max(100),
  telephone: z.string().max(40),
  mobile: z.string().max(40),
  role: z.string().min(1),
  node: z.string().min(1),
});

type Typed = z.infer<typeof schema>;

interface UserFormProps {
  user: User;
  onClose: () => void;
  onChanged: () => void;
  children: ReactNode;
}

function UserForm({ user, onClose, onChanged, children }: UserFormProps) {
  const t = useText('users');
  const { user: own } = useSession();
  const queryClient = useQueryClient();
  const mayProfile = usePermission('updateUserProfile');
  const mayRole = usePermission('updateUserRole');
  const mayMove = usePermission('moveUserToGroup');
  const roleName = useRoleName();
  const isOwn = user.id === own.id;
  const held = roleKeyOf(user);
  const within = rolesWithin(own.Role.name).includes(user.Role.name);
  const giveable = useRoleOptions();
  const groups = useGroupOptions();
  const roles = giveable.some(({ value }) => value === held) ? giveable : [{ value: held, label: roleName(held) }, ...giveable];
  const node = user.Node?.id ?? '';
  const nodes = groups.some(({ value }) => value === node) ? groups : [{ value: node, label: user.user_group }, ...groups];
  const values: Typed = { firstname: user.Profile.firstname, lastname: user.Profile.lastname, telephone: user.telephone, mobile: user.mobile, role: held, node };

  const save = async ({ firstname, lastname, telephone, mobile, role, node: chosen }: Typed) => {
    try {
      const isProfile = firstname !== values.firstname || lastname !== values.lastname || telephone !== values.telephone || mobile !== values.mobile;
      let { version } = user; // of what was read; each change makes another
      if (isProfile) {
        ({ version } = await putProfile(user.id, { Profile: { firstname, lastname }, telephone, mobile, ...(version === undefined ? {} : { version }) }));
      }
      if (role !== values.role) {
        ({ version } = await setRole(user.id, role, version));
      }
      if (chosen !== values.node) {
        await moveUser(user.id, chosen, version);
      }
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['user', user.id] });
      onChanged();
    }
    toast(t('people.saved'));
    onClose();
  };

  return (
    <Form label={t('people.title')} schema={schema} values={values} readOnly={!isOwn && !(within && (mayProfile || mayRole || mayMove))} onSubmit={save} onCancel={onClose}>
      <div className="ppl-form">
        <TextField name="firstname" label={t('profile.firstname')} required disabled={!isOwn && !mayProfile} />
        <TextField name="lastname" label={t('profile.lastname')} disabled={!isOwn && !mayProfile} />
        <TextField name="telephone" label={t('profile.telephone')} type="tel" disabled={!isOwn && !mayProfile} />
        <TextField name="mobile" label={t('profile.mobile')} type="tel" disabled={!isOwn && !mayProfile} />
        <Select name="role" label={t('people.role')} required disabled={isOwn || !mayRole || !within} options={roles} {...(isOwn ? { hint: t('people.notYourself') } : {})} />
        <GroupSelect name="node" label={t('people.group')} required disabled={!mayMove || !within} options={nodes} hint={t('bulk.effect')} />
      </div>
      {children}
    </Form>
  );
}
