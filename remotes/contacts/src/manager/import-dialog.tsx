import { ApiError, Button, buttonClass, Icon, labelled, toast, useText, type Translate } from '@outrider/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { contactsKey } from '../api/contacts';
import { importContacts, type Import } from '../api/import';
import { PeopleDialog } from '../people/people-dialog';
import { fullName } from '../people/short-name';

/** How many entries the preview shows. */
const shown = 200;
const largest = 4 << 20;

/** Takes contacts from a CSV or vCard file; first it says what would become of each entry. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText('contacts');
  const tSdk = useText();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [tried, setTried] = useState<Import>();
  const failed = (error: unknown) => toast(error instanceof ApiError ? error.message : t('failed'), 'error');
  const preview = useMutation({ mutationFn: (content: string) => importContacts(content, true), onSuccess: setTried, onError: failed });
  const take = useMutation({
    mutationFn: () => importContacts(text, false),
    onSuccess: ({ counts }) => {
      toast(t('import.done', { count: (counts['new'] ?? 0) + (counts['changed'] ?? 0) }));
      void client.invalidateQueries({ queryKey: contactsKey });
      onClose();
    },
    onError: failed,
  });
  const read = async (file: File | undefined) => {
    setTried(undefined);
    if (!file) return;
    if (file.size > largest) {
      toast(t('import.tooLarge'), 'error');
      return;
    }
    const content = decode(await file.arrayBuffer());
    setText(content);
    preview.mutate(content);
  };
  const count = (state: string) => tried?.counts[state] ?? 0;
  const kept = count('new') + count('changed');
  return (
    <PeopleDialog
      title={t('import.title')}
      onClose={onClose}
      wide={false}
      foot={
        <>
          <span className="grow" />
          <Button size="large" onClick={onClose}>{tSdk('action.cancel')}</Button>
          <Button size="large" variant="primary" disabled={kept === 0 || take.isPending} onClick={() => take.mutate()}>{t('import.take', { count: kept })}</Button>
        </>
      }
    >
      <p className="t2">{t('import.text')}</p>
      <label className={buttonClass()}>
        <Icon name="files" small />
        {t('import.choose')}
        <input type="file" className="unseen" accept=".csv,.vcf,.vcard,.txt,text/csv,text/vcard" onChange={(event) => void read(event.target.files?.[0])} />
      </label>
      {tried ? (
        <>
          <p role="status">{t('import.counts', { added: count('new'), changed: count('changed'), same: count('same') + count('repeat'), invalid: count('invalid') })}</p>
          <div className="ct-rows">
            <table className="ct-preview stacked">
              <thead>
                <tr><th>{t('import.line')}</th><th>{t('import.who')}</th><th>{t('field.email')}</th><th>{t('import.state')}</th></tr>
              </thead>
              <tbody>
                {tried.rows.slice(0, shown).map((row) => (
                  <tr key={`${row.line} ${row.contact.email}`} className={row.state}>
                    <td className="num" data-label={t('import.line')}>{row.line}</td>
                    <td data-label={t('import.who')}>{fullName(row.contact)}</td>
                    <td data-label={t('field.email')}>{row.contact.email}</td>
                    <td data-label={t('import.state')}>
                      {t(`import.${row.state}`)}
                      {row.problems?.map(({ location, message }) => <span key={`${location} ${message}`} className="ct-why">{labelled(fieldText(t, location), message)}</span>)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : null}
    </PeopleDialog>
  );
}

const fields = ['firstName', 'lastName', 'email', 'mobile', 'telephone', 'tags'] as const;

/** What the form calls the field of a problem. */
function fieldText(t: Translate<'contacts'>, location: string): string {
  const field = fields.find((one) => location === `body.${one}`);
  return field ? t(`field.${field}`) : location;
}

/** The text of a file: UTF-8, else what older spreadsheets write. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
