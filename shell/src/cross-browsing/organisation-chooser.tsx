import { Button, enterOrganisation, Icon, useSession, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@outrider/sdk/mui';
import * as z from '@outrider/sdk/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '../api/api';

const organisationsSchema = z.array(z.object({ id: z.string(), name: z.string(), disabled: z.boolean() }));

/** Finds an organisation by its name or id, and opens a tab that acts there. */
export function OrganisationChooser({ onClose }: { onClose: () => void }) {
  const t = useText('shell');
  const [text, setText] = useState('');
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="org-chooser">
      <DialogTitle id="org-chooser">{t('acting.other')}</DialogTitle>
      <DialogContent>
        <label className="field org-search">
          <Icon name="search" small />
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog with one field begins in it */}
          <input type="search" autoFocus value={text} placeholder={t('acting.search')} aria-label={t('acting.search')} onChange={(event) => setText(event.target.value)} />
        </label>
        <Found text={text} onChosen={onClose} />
      </DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>{t('acting.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Found({ text, onChosen }: { text: string; onChosen: () => void }) {
  const t = useText('shell');
  const { Org } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['orgs', text],
    queryFn: ({ signal }) => api.get('/orgs', organisationsSchema, { signal, query: { q: text.trim() || undefined } }),
    placeholderData: keepPreviousData,
  });
  const choose = (id: string) => {
    enterOrganisation(id);
    onChosen();
  };
  return (
    <div className="org-found" aria-busy={!data && !error}>
      <p className="t3" role="status">
        {error ? t('acting.failed') : data?.length === 0 ? t('acting.none') : data ? '' : t('acting.loading')}
      </p>
      {error ? (
        <Button size="small" onClick={() => void refetch()}>
          {t('start.retry')}
        </Button>
      ) : null}
      <ul>
        {data?.map(({ id, name, disabled }) => (
          <li key={id}>
            <button type="button" className="org-choice" disabled={id === Org.id} onClick={() => choose(id)}>
              <span className="grow">
                <b className="ell">{name}</b>
                <small className="t3 ell">{disabled ? `${id} · ${t('acting.disabled')}` : id}</small>
              </span>
              {id === Org.id ? <small>{t('acting.here')}</small> : <Icon name="external" small />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
