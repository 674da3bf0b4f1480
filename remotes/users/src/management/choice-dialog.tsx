import { useText } from '@outrider/sdk';
import { Form } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';

import { nameOf, type User } from '../api/user';
import { GroupSelect } from '../form/group-select';
import { giveRole, moveUsers } from '../people/bulk-users';
import { useGroupOptions } from '../tree/groups';
import { useRoleOptions } from '../people/roles';
import { SightChanges } from '../people/sight-changes';

interface ChoiceDialogProps {
  /** What is chosen for the users. */
  what: 'role' | 'group';
  users: User[];
  onClose: () => void;
  onChanged: () => void;
}

const schema = z.object({ value: z.string().min(1) });

/** Asks for the role or the group that users get. */
export function ChoiceDialog({ what, users, onClose, onChanged }: ChoiceDialogProps) {
  const t = useText('users');
  const roles = useRoleOptions();
  const groups = useGroupOptions();
  const options = what === 'role' ? roles : groups;
  const [only] = users;
  const who = users.length === 1 && only ? nameOf(only) : t('bulk.users', { count: users.length });
  return (
    <Modal title={t(what === 'role' ? 'bulk.roleTitle' : 'bulk.moveTitle', { who })} hint={t('bulk.effect')} width="xs" onClose={onClose}>
      <Form
        label={t(what === 'role' ? 'people.changeRole' : 'people.move')}
        schema={schema}
        values={{ value: '' }}
        submitLabel={t(what === 'role' ? 'people.changeRole' : 'people.move')}
        onCancel={onClose}
        onSubmit={async ({ value }) => {
          await (what === 'role' ? giveRole(users, value, onChanged) : moveUsers(users, value, options.find((one) => one.value === value)?.label ?? value, onChanged));
          onClose();
        }}
      >
        {(form) => (
          <>
            <GroupSelect name="value" label={t(what === 'role' ? 'people.role' : 'people.group')} required options={options} placeholder={t('bulk.choose')} />
            {what === 'group' ? <SightChanges users={users} target={form.watch('value')} /> : null}
          </>
        )}
      </Form>
    </Modal>
  );
}
