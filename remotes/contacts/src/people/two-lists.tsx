import { Button, Failure, Icon, IconButton, Loading, useFormat, useText } from '@outrider/sdk';
import { memo, useMemo, useState, type ReactNode } from 'react';

import type { ContactQuery } from '../api/contacts';
import { keyOf, peopleIn, type Entry } from './entry';
import { PeopleList } from './people-list';
import { usePeople } from './use-people';

interface TwoListsProps {
  query: ContactQuery;
  /** Whether distribution lists can be chosen too. */
  showLists: boolean;
  /** False: neither users nor external contacts are shown. */
  showPeople: boolean;
  selected: readonly Entry[];
  onSelect: (selected: Entry[]) => void;
  onEdit?: (entry: Entry) => void;
  /** Below those that are selected. */
  children?: ReactNode;
}

/** Who can be chosen on one side, who is on the other; choosing moves between them. While what is around changes alone, as with a letter that is typed, it is not drawn anew. */
export const TwoLists = memo(function TwoLists({ query, showLists, showPeople, selected, onSelect, onEdit, children }: TwoListsProps) {
  const t = useText('contacts');
  const format = useFormat();
  const { entries, total, pages } = usePeople(query, showLists);
  const [left, setLeft] = useState<Set<string>>(new Set());
  const [right, setRight] = useState<Set<string>>(new Set());
  const taken = useMemo(() => new Set(selected.map(keyOf)), [selected]);
  const available = useMemo(
    () => (taken.size === 0 && showPeople ? entries : entries.filter((one) => !taken.has(keyOf(one)) && (showPeople || one.kind === 'list'))),
    [entries, taken, showPeople],
  );
  const take = (some: readonly Entry[]) => {
    onSelect([...selected, ...some.filter((one) => !taken.has(keyOf(one)))]);
    setLeft(new Set());
  };
  const giveBack = (some: readonly Entry[]) => {
    const gone = new Set(some.map(keyOf));
    onSelect(selected.filter((one) => !gone.has(keyOf(one))));
    setRight(new Set());
  };
  const people = selected.reduce((sum, one) => sum + peopleIn(one), 0);
  const takenHere = selected.filter(({ kind }) => kind !== 'list').length;
  const count = showPeople ? Math.max(available.length, total - takenHere) : available.length;
  return (
    <div className="ct-two">
      <section aria-label={t('available')}>
        <header className="ct-head">
          <b>{t('available')}</b>
          <span className="num t3">{format.number(count)}</span>
        </header>
        {pages.isPending ? (
          <div className="ct-list"><Loading rows={7} /></div>
        ) : pages.error && available.length === 0 ? (
          <div className="ct-list"><Failure error={pages.error} onRetry={() => void pages.refetch()} /></div>
        ) : (
          <PeopleList
            label={t('available')}
            entries={available}
            marked={left}
            onMark={setLeft}
            onTake={(entry) => take([entry])}
            {...(onEdit ? { onEdit } : {})}
            onEnd={() => { if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage(); }}
            empty={t('none')}
            busy={pages.isFetching}
          />
        )}
      </section>
      <div className="ct-moves">
        <IconButton variant="outlined" disabled={left.size === 0} label={t('select')} onClick={() => take(available.filter((one) => left.has(keyOf(one))))}>
          <Icon name="chevron-right" small />
        </IconButton>
        <IconButton variant="outlined" disabled={right.size === 0} label={t('unselect')} onClick={() => giveBack(selected.filter((one) => right.has(keyOf(one))))}>
          <Icon name="chevron-left" small />
        </IconButton>
      </div>
      <section aria-label={t('selected')}>
        <header className="ct-head">
          <b>{t('selected')}</b>
          <span className="num t3" role="status">{selected.length > 0 ? t('selectedCount', { number: selected.length, people: t('people', { count: people }) }) : 0}</span>
          <span className="grow" />
          <Button variant="quiet" size="small" disabled={selected.length === 0} onClick={() => onSelect([])}>{t('clear')}</Button>
        </header>
        <PeopleList label={t('selected')} entries={selected} marked={right} onMark={setRight} onTake={(entry) => giveBack([entry])} {...(onEdit ? { onEdit } : {})} height={children ? 330 : 470} empty={t('noneSelected')} />
        {children}
      </section>
    </div>
  );
});
