import { useText } from '@outrider/sdk';
import { Form, Select } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';

import { groupOptions, type Group } from '../api/get-groups';
import type { VehicleDetail } from '../api/vehicle-list';
import { moveTo } from './bulk-actions';

interface MoveDialogProps {
  groups: Group[];
  vehicles: VehicleDetail[];
  onClose: () => void;
  onMoved: () => void;
}

const schema = z.object({ node: z.string().min(1) });

/** Asks for the group that vehicles move to. */
export function MoveDialog({ groups, vehicles, onClose, onMoved }: MoveDialogProps) {
  const t = useText('vehicles');
  const label = (id: string) => groups.find((group) => group.id === id)?.label ?? id;
  return (
    <Modal title={t('bulk.moveTitle', { count: vehicles.length })} width="xs" onClose={onClose}>
      <Form
        label={t('bulk.move')}
        schema={schema}
        values={{ node: '' }}
        submitLabel={t('bulk.moveSubmit')}
        onCancel={onClose}
        onSubmit={async ({ node }) => {
          await moveTo(node, label(node), vehicles, onMoved);
          onClose();
        }}
      >
        <Select name="node" label={t('field.group')} required options={groupOptions(groups)} placeholder={t('bulk.chooseGroup')} />
      </Form>
    </Modal>
  );
}
