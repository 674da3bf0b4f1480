import { email, required, toast, useText } from '@outrider/sdk';
import { Form, ruled, Select, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';

import { createInvite } from '../api/invites';
import { GroupSelect } from '../form/group-select';
import { useGroupOptions } from '../tree/groups';
import { useRoleOptions } from '../people/roles';

const schema = z.object({
  email: ruled(required, email).max(254),
  role: z.string().min(1),
  node: z.string().nullable(),
  first_name: z.string().max(100),
  last_name: z.string().max(100),
});

/** Asks whom to invite; the dialog stays for the next one. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const t = useText('users');
  const roles = useRoleOptions();
  const groups = useGroupOptions();
  return (
    <Modal title={t('invite.title')} hint={t('invite.hint')} onClose={onClose}>
      <Form
        label={t('invite.title')}
        schema={schema}
        values={{ email: '', role: 'FLEET_MANAGER', node: null, first_name: '', last_name: '' }}
        submitLabel={t('invite.send')}
        afterSave="reset"
        onCancel={onClose}
        onSubmit={async ({ node, ...rest }) => {
          await createInvite({ ...rest, ...(node ? { node } : {}) });
          toast(t('invite.sent', { email: rest.email }));
          onInvited();
        }}
      >
        <div className="ppl-form">
          <TextField name="email" label={t('people.email')} type="email" required className="ppl-wide" />
          <TextField name="first_name" label={t('profile.firstname')} />
          <TextField name="last_name" label={t('profile.lastname')} />
          <Select name="role" label={t('people.role')} required options={roles} />
          <GroupSelect name="node" label={t('people.group')} clearable options={groups} placeholder={t('invite.ownGroup')} />
        </div>
      </Form>
    </Modal>
  );
}
