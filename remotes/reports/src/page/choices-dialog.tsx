import { Button, Empty, Failure, Loading, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { getChoices } from '../api/choices';

import './choices.css';

/** So many are shown; more are found by typing. */
const mostShown = 200;

interface ChoicesDialogProps {
  label: string;
  from: string;
  value: readonly string[];
  onClose: () => void;
  onOk: (value: string[]) => void;
}

/** Picks any number of what an operation offers. */
export function ChoicesDialog({ label, from, value, onClose, onOk }: ChoicesDialogProps) {
  const t = useText('reports');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(value));
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({ queryKey: ['reports', 'choices', from], queryFn: ({ signal }) => getChoices(from, signal), staleTime: 60_000 });
  const found = useMemo(() => {
    const sought = search.trim().toLowerCase();
    const fitting = (data ?? []).filter((one) => one.label.toLowerCase().includes(sought));
    return [...fitting.filter((one) => value.includes(one.value)), ...fitting.filter((one) => !value.includes(one.value))]; // those chosen before come first
  }, [data, search, value]);
  const pick = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const there = (data ?? []).filter((one) => chosen.has(one.value)).map((one) => one.value);
  return (
    <Modal title={label} onClose={onClose}>
      {!data ? (
        error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={6} />
      ) : (
        <div className="rp-choices">
          <input type="search" aria-label={t('choices.search')} placeholder={t('choices.search')} value={search} onChange={({ target }) => setSearch(target.value)} />
          {found.length === 0 ? <Empty icon="search" title={t('choices.none')} /> : null}
          <ul aria-label={label}>
            {found.slice(0, mostShown).map((one) => (
              <li key={one.value}>
                <label className="tick">
                  <input type="checkbox" checked={chosen.has(one.value)} onChange={({ target }) => pick(one.value, target.checked)} />
                  <span className="ell">{one.label}</span>
                </label>
              </li>
            ))}
          </ul>
          {found.length > mostShown ? <p className="s12 t2">{t('choices.more', { shown: mostShown, all: found.length })}</p> : null}
          <footer className="rp-choices-foot">
            <Button size="large" variant="quiet" disabled={chosen.size === 0} onClick={() => setChosen(new Set())}>{t('choices.clear')}</Button>
            <span className="grow" />
            <Button size="large" variant="primary" onClick={() => onOk(there)}>{there.length > 0 ? t('choices.take', { count: there.length }) : t('choices.takeAll')}</Button>
          </footer>
        </div>
      )}
    </Modal>
  );
}
