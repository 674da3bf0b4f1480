import { ApiError, toast, useText, type RecipientPickerProps } from '@outrider/sdk';
import { useMemo } from 'react';

import { resolve } from '../api/contacts';
import { PickerDialog } from './picker-dialog';

/** Adds the addresses of the people who are chosen, those of a list one by one. */
export function AddressPicker({ emails, onPick, close }: RecipientPickerProps) {
  const t = useText('contacts');
  const value = useMemo(() => emails.map((id) => ({ kind: 'address' as const, id, name: id })), [emails]);
  return (
    <PickerDialog
      value={value}
      max={200}
      onClose={close}
      onSubmit={(entries) => {
        const chosen = entries.filter(({ kind }) => kind !== 'address');
        resolve(chosen)
          .then((found) => {
            onPick(found.flatMap(({ people }) => people.map(({ email }) => email)));
            close();
          })
          .catch((error: unknown) => toast(error instanceof ApiError ? error.message : t('failed'), 'error'));
      }}
    />
  );
}
