import { ApiError, Button, Failure, Loading, toast, useText } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { getAddress, putAddress } from '../api/logo';

const key = ['reports', 'address'];
const maxLines = 4;

/** The address that PDFs of the organisation say below its name. */
export function AddressForm() {
  const t = useText('reports');
  const client = useQueryClient();
  const [text, setText] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => getAddress(signal) });
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={2} />;
  const shown = text ?? data.join('\n');
  const lines = shown.split('\n').map((line) => line.trim()).filter(Boolean);
  const save = async () => {
    setBusy(true);
    try {
      client.setQueryData(key, await putAddress(lines));
      setText(undefined);
    } catch (failure) {
      toast(failure instanceof ApiError ? failure.message : t('address.failed'), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label className="lh-address">
        <span className="s12 t2">{t('address.label')}</span>
        <textarea rows={maxLines} maxLength={330} value={shown} onChange={({ target }) => setText(target.value)} />
      </label>
      {lines.length > maxLines ? <p className="s12" role="alert">{t('address.tooLong')}</p> : null}
      <div className="lh-actions">
        <Button type="submit" disabled={isBusy || text === undefined || lines.length > maxLines}>{t('address.save')}</Button>
      </div>
    </form>
  );
}
