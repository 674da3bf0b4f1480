import { required, toast, useText } from '@outrider/sdk';
import { Form, ruled, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';

import { addGroup, type Group } from '../api/tree';
import { rename } from './change-groups';

const nameSchema = z.object({ label: ruled(required).max(100) });

interface NameDialogProps {
  /** The group that is renamed, or below which a new one is added. */
  group: Group;
  isNew: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** Asks for the name of a group. */
export function NameDialog({ group, isNew, onClose, onChanged }: NameDialogProps) {
  const t = useText('users');
  const title = t(isNew ? 'groups.addTitle' : 'groups.renameTitle', { group: group.label });
  return (
    <Modal title={title} width="xs" onClose={onClose}>
      <Form
        label={title}
        schema={nameSchema}
        values={{ label: isNew ? '' : group.label }}
        submitLabel={t(isNew ? 'groups.add' : 'groups.rename')}
        onCancel={onClose}
        onSubmit={async ({ label }) => {
          if (isNew) {
            await addGroup(group.id, label);
            toast(t('groups.added', { group: label }));
            onChanged();
          } else {
            await rename(group, label, onChanged);
          }
          onClose();
        }}
      >
        <TextField name="label" label={t('people.name')} required maxLength={100} />
      </Form>
    </Modal>
  );
}
