import { ApiError, Button, buttonClass, Icon, toast, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState } from 'react';

import { importInvites, mostImported, type Imported, type ImportRow } from '../api/invites';
import { readPeople } from './csv';
import { useRoleName } from '../people/roles';

/** Invites the people of a CSV file, after it was shown what would become of each. */
export function ImportDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const t = useText('users');
  const [rows, setRows] = useState<ImportRow[]>([]);
  const [judged, setJudged] = useState<Imported>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const failed = (error: unknown) => setProblem(error instanceof ApiError ? error.message : t('password.error'));

  const preview = async (file: File | undefined) => {
    setJudged(undefined);
    setProblem('');
    if (!file) {
      return;
    }
    const people = readPeople(await file.text());
    if (people.length === 0 || people.length > mostImported) {
      setProblem(people.length === 0 ? t('import.empty') : t('import.tooMany', { count: mostImported }));
      return;
    }
    setRows(people);
    setBusy(true);
    await importInvites(people, true).then(setJudged, failed).finally(() => setBusy(false));
  };
  const send = async () => {
    const good = rows.filter((_, index) => !judged?.rows[index]?.problem);
    setBusy(true);
    await importInvites(good, false)
      .then(({ invited, rows: done }) => {
        toast(t('import.done', { count: invited }));
        onInvited();
        if (invited === good.length) {
          onClose();
          return;
        }
        setRows(good);
        setJudged({ invited: 0, rows: done });
      }, failed)
      .finally(() => setBusy(false));
  };

  return (
    <Modal title={t('import.title')} hint={t('import.hint')} width="md" onClose={onClose}>
      <label className={buttonClass({ className: 'ppl-file' })}>
        <Icon name="plus" small />
        {t('import.choose')}
        <input type="file" accept=".csv,text/csv" onChange={(event) => void preview(event.target.files?.[0])} />
      </label>
      {problem ? (
        <p role="alert" className="ppl-refused">
          {problem}
        </p>
      ) : null}
      {judged ? <Preview rows={rows} judged={judged} /> : null}
      <div className="form-actions">
        <Button onClick={onClose}>
          {t('profile.reset')}
        </Button>
        <Button variant="primary" disabled={busy || !judged || judged.invited === 0} onClick={() => void send()}>
          {judged ? t('import.send', { count: judged.invited }) : t('import.title')}
        </Button>
      </div>
    </Modal>
  );
}

function Preview({ rows, judged }: { rows: ImportRow[]; judged: Imported }) {
  const t = useText('users');
  const roleName = useRoleName();
  const bad = judged.rows.length - judged.invited;
  return (
    <>
      <p role="status" className="t2">
        {t('import.good', { count: judged.invited })} · {t('import.bad', { count: bad })}
      </p>
      {/* It scrolls, and the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="ppl-preview" tabIndex={0} role="region" aria-label={t('import.preview')}>
        <table className="stacked">
          <thead>
            <tr>
              {(['email', 'name', 'role', 'group', 'becomes'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(column === 'becomes' ? 'import.becomes' : `people.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {judged.rows.map((row, index) => (
              <tr key={index}>
                <td data-label={t('people.email')}>{row.email}</td>
                <td data-label={t('people.name')}>{`${rows[index]?.first_name ?? ''} ${rows[index]?.last_name ?? ''}`}</td>
                <td data-label={t('people.role')}>{roleName(row.role)}</td>
                <td data-label={t('people.group')}>{row.user_group || rows[index]?.group}</td>
                <td data-label={t('import.becomes')} className={row.problem ? 'ppl-refused' : 'ppl-good'}>{row.problem || t('import.invites')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
