import { useText } from '@outrider/sdk';
import { Form, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';
import { useMemo, useState } from 'react';

import { erasePerson, type Erased } from '../api/person-data';
import { nameOf, type User } from '../api/user';

/** Says what goes and what stays, and asks for the address, so that nobody erases another; then says what was done. */
export function EraseDialog({ user, onClose, onErased }: { user: User; onClose: () => void; onErased: () => void }) {
  const t = useText('users');
  const [done, setDone] = useState<Erased>();
  const { email } = user;
  const schema = useMemo(() => z.object({ email: z.string().refine((typed) => typed.trim().toLowerCase() === email, t('erase.type', { email })) }), [email, t]);
  const title = t('erase.title', { name: nameOf(user) });
  if (done) {
    return <Done erased={done} name={nameOf(user)} onClose={onClose} />;
  }
  return (
    <Modal title={title} onClose={onClose}>
      <div className="ppl-erase">
        <p>{t('erase.goes')}</p>
        <p>{t('erase.stays')}</p>
        <Form
          label={title}
          schema={schema}
          values={{ email: '' }}
          submitLabel={t('erase.erase')}
          onCancel={onClose}
          onSubmit={async () => {
            setDone(await erasePerson(user.id));
            onErased();
          }}
        >
          <TextField name="email" label={t('erase.type', { email })} required />
        </Form>
      </div>
    </Modal>
  );
}

function Done({ erased: { pseudonym, changed, audit_records: records }, name, onClose }: { erased: Erased; name: string; onClose: () => void }) {
  const t = useText('users');
  const rows = Object.values(changed).reduce((sum, count) => sum + count, 0);
  return (
    <Modal title={t('erase.done', { name })} onClose={onClose}>
      <div className="ppl-erase" role="status">
        <p>{t('erase.pseudonym', { pseudonym })}</p>
        <p>{t('erase.rows', { count: rows })}</p>
        <p>{t('erase.records', { count: records })}</p>
        <p className="t2">{t('erase.kept')}</p>
      </div>
    </Modal>
  );
}
