import { required, toast, useText } from '@outrider/sdk';
import { Form, ruled, Select, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';

import { addGroup, type Group } from '../api/tree';
import { groupOptionsOf } from '../management/groups';
import { rename } from './change-groups';
import { wayTo } from './group-effects';

const nameSchema = z.object({ label: ruled(required).max(100) });
const targetSchema = z.object({ node: z.string().min(1) });

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

/** Asks below which group a group goes; it cannot go below itself. */
export function MoveGroupDialog({ root, group, onClose, onMove }: { root: Group; group: Group; onClose: () => void; onMove: (to: Group) => void }) {
  const t = useText('users');
  const title = t('groups.moveWhere', { group: group.label });
  const options = groupOptionsOf(root).filter(({ value }) => !wayTo(root, value).some(({ id }) => id === group.id));
  return (
    <Modal title={title} width="xs" onClose={onClose}>
      <Form
        label={title}
        schema={targetSchema}
        values={{ node: '' }}
        submitLabel={t('groups.move')}
        onCancel={onClose}
        onSubmit={({ node }) => {
          onClose();
          onMove(wayTo(root, node).at(-1) ?? root);
        }}
      >
        <Select name="node" label={t('groups.below')} required options={options} placeholder={t('bulk.choose')} />
      </Form>
    </Modal>
  );
}
