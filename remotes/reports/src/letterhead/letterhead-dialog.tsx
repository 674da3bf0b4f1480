import { ApiError, Button, Empty, Failure, Loading, toast, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { getLogo, maxBytes, putLogo, removeLogo } from '../api/logo';
import { AddressForm } from './address-form';

import './letterhead.css';

const key = ['reports', 'logo'];

/** The logo that PDFs of the organisation begin with: shown, chosen, removed. */
export function LetterheadDialog({ onClose }: { onClose: () => void }) {
  const t = useText('reports');
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const { data: logo, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => getLogo(signal) });
  const change = async (act: () => Promise<string | null>) => {
    setBusy(true);
    try {
      client.setQueryData(key, await act());
    } catch (failure) {
      toast(failure instanceof ApiError ? failure.message : t('logo.failed'), 'error');
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | undefined) => {
    if (file && file.size > maxBytes) toast(t('logo.tooLarge'), 'error');
    else if (file) void change(() => putLogo(file));
  };
  return (
    <Modal title={t('logo.title')} onClose={onClose} width="sm">
      <p className="t2">{t('logo.about')}</p>
      {logo === undefined ? (
        error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={2} />
      ) : logo === null ? (
        <div className="lh-none"><Empty icon="reports" title={t('logo.none')} /></div>
      ) : (
        <p className="lh-paper"><img src={logo} alt={t('logo.current')} /></p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={t('logo.choose')}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="lh-actions">
        {logo ? <Button size="large" disabled={isBusy} onClick={() => void change(() => removeLogo().then(() => null))}>{t('logo.remove')}</Button> : null}
        <Button size="large" variant="primary" disabled={isBusy || logo === undefined} onClick={() => input.current?.click()}>{t('logo.choose')}</Button>
      </div>
      <AddressForm />
    </Modal>
  );
}
