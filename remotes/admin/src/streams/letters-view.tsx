import { Button, Empty, Failure, Loading, usePermission, useText } from '@outrider/sdk';
import { Checkbox } from '@outrider/sdk/mui';
import { useState } from 'react';

import type { LetterFilter, LetterView } from '../api/streams';
import { DataList, type Column } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { LetterDialog } from './letter-dialog';
import { LetterBar } from './letter-bar';
import { LetterSearch } from './letter-search';
import { useLetters } from './use-letters';
import { useSettling } from './use-settling';

/** What plugins could not handle: look at it, send it again, or throw it away. */
export function LettersView() {
  const t = useText('admin');
  const [filter, setFilter] = useState<LetterFilter>({});
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<number>();
  const mayOperate = usePermission('operateHost');
  const query = useLetters(filter);
  const { settle, progress, stop } = useSettling();
  const columns = useColumns(chosen, setChosen, mayOperate);
  const letters = query.data?.pages.flatMap((page) => page.letters);
  const selected = (letters ?? []).map(({ sequence }) => sequence).filter((sequence) => chosen.has(sequence));

  const settled = async (verb: 'replay' | 'discard', what: number[] | LetterFilter) => {
    if (await settle(verb, what)) {
      setChosen(new Set());
      setOpen(undefined);
    }
  };
  return (
    <>
      <LetterSearch filter={filter} onFilter={setFilter} />
      {mayOperate && letters && letters.length > 0 ? (
        <LetterBar selected={selected.length} progress={progress} onStop={stop} onSettle={(verb, all) => void settled(verb, all ? filter : selected)} />
      ) : null}
      {!letters ? (
        query.isError ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Loading rows={6} />
      ) : letters.length === 0 ? (
        <Empty icon="check" title={t(Object.values(filter).some(Boolean) ? 'letters.noneFound' : 'letters.none')} />
      ) : (
        <DataList label={t('streams.dead')} columns={columns} rows={letters} rowId={({ sequence }) => String(sequence)} onOpen={({ sequence }) => setOpen(sequence)} />
      )}
      {query.hasNextPage ? (
        <Button className="ops-more" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
      {open !== undefined ? <LetterDialog sequence={open} onClose={() => setOpen(undefined)} onSettle={mayOperate ? (verb) => void settled(verb, [open]) : undefined} /> : null}
    </>
  );
}

function useColumns(chosen: ReadonlySet<number>, setChosen: (chosen: ReadonlySet<number>) => void, canChoose: boolean): Column<LetterView>[] {
  const t = useText('admin');
  const f = useFigures();
  const toggle = (sequence: number) => {
    const next = new Set(chosen);
    if (!next.delete(sequence)) {
      next.add(sequence);
    }
    setChosen(next);
  };
  const all: Column<LetterView>[] = [
    {
      id: 'subject',
      label: t('letters.subject'),
      cell: ({ subject, plugin }) => (
        <span className="ops-two">
          <span className="mono ops-break">{subject}</span>
          <span className="t2 s12">{plugin}</span>
        </span>
      ),
    },
    { id: 'reason', label: t('letters.reason'), cell: ({ reason }) => <span className="ops-reason">{reason}</span> },
    { id: 'attempts', label: t('letters.attempts'), align: 'end', cell: ({ attempts }) => <span className="num">{attempts || '–'}</span> },
    { id: 'org', label: t('organisation'), cell: ({ org_id }) => org_id || '–' },
    { id: 'at', label: t('letters.at'), align: 'end', cell: ({ at }) => <time dateTime={at} title={f.format.dateTime(at)}>{f.age(at)}</time> },
  ];
  if (canChoose) {
    all.push({
      id: 'choose',
      label: t('choose'),
      cell: ({ sequence, subject }) => (
        <Checkbox size="small" checked={chosen.has(sequence)} onChange={() => toggle(sequence)} slotProps={{ input: { 'aria-label': t('chooseOne', { name: `${subject} ${sequence}` }) } }} />
      ),
    });
  }
  return all;
}
