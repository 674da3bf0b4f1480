import { toast, useText } from '@outrider/sdk';
import { Form, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';
import { useMemo } from 'react';

import { deleteOrganisation, type Organisation } from '../api/organisations';

/** Says what deleting an organisation does, and asks for its id, so that nobody deletes another one. */
export function DeleteDialog({ organisation: { id, name, users }, onClose, onDeleted }: { organisation: Organisation; onClose: () => void; onDeleted: () => void }) {
  const t = useText('users');
  const schema = useMemo(() => z.object({ id: z.string().refine((typed) => typed.trim() === id, t('orgs.typeId', { id })) }), [id, t]);
  return (
    <Modal title={t('orgs.deleteTitle', { name })} onClose={onClose}>
      <p>{t('orgs.deleteText', { count: users })}</p>
      <Form
        label={t('orgs.deleteTitle', { name })}
        schema={schema}
        values={{ id: '' }}
        submitLabel={t('orgs.delete')}
        onCancel={onClose}
        onSubmit={async () => {
          await deleteOrganisation(id);
          onDeleted();
          toast(t('orgs.deleted', { name }));
          onClose();
        }}
      >
        <TextField name="id" label={t('orgs.typeId', { id })} required />
      </Form>
    </Modal>
  );
}
