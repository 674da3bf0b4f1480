import { required, toast, useText } from '@outrider/sdk';
import { Form, ruled, Select, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';
import { useQueryClient } from '@tanstack/react-query';

import { createRole, renameRole, rolesKey, type Role } from '../api/roles';
import { useEditableRoles } from './use-editable-roles';

const schema = z.object({ name: ruled(required).max(100), copy: z.string().min(1) });

/** Makes a role of the organisation's own from a copy, or gives one another name. */
export function OwnRoleDialog({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const t = useText('users');
  const queryClient = useQueryClient();
  const editable = useEditableRoles();
  const title = role ? t('roles.renameTitle', { name: role.label ?? '' }) : t('roles.new');
  return (
    <Modal title={title} {...(role ? {} : { hint: t('roles.newHint') })} width="xs" onClose={onClose}>
      <Form
        label={title}
        schema={schema}
        values={{ name: role?.label ?? '', copy: role?.base ?? 'FLEET_MANAGER' }}
        submitLabel={t(role ? 'groups.rename' : 'roles.create')}
        onCancel={onClose}
        onSubmit={async ({ name, copy }) => {
          await (role ? renameRole(role.name, name) : createRole(name, copy));
          await queryClient.invalidateQueries({ queryKey: rolesKey });
          toast(t(role ? 'roles.renamed' : 'roles.created', { name }));
          onClose();
        }}
      >
        <TextField name="name" label={t('people.name')} required />
        {role ? null : <Select name="copy" label={t('roles.copyOf')} required options={editable} hint={t('roles.copyHint')} />}
      </Form>
    </Modal>
  );
}
