import { Empty, Failure, linkTo, Loading, useFormat, useText, type AttentionGroup } from '@outrider/sdk';
import { useState } from 'react';

import { AttentionRow } from './attention-row';
import { useAttention } from './use-attention';
import { keyOf, useSteadyRows } from './use-steady-rows';

import './attention.css';

/** What needs somebody now, the gravest first; each can be opened, and done with in place. */
export function AttentionWidget({ days }: { days: number }) {
  const t = useText('shell');
  const format = useFormat();
  const { groups, isPending, isFailed, retry } = useAttention(days);
  const [tab, setTab] = useState('');
  const chosen = groups.find(({ id, total: count }) => id === tab && count > 0);
  const { rows, waiting, showWaiting } = useSteadyRows(groups, isPending);
  if (isPending && groups.length === 0) {
    return <Loading rows={4} />;
  }
  if (isFailed && groups.length === 0) {
    return <Failure onRetry={retry} />;
  }
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const shown = chosen ? rows.filter(({ group }) => group.id === chosen.id) : rows;
  return (
    <div className="attention">
      <div className="attention-tabs" role="group" aria-label={t('attention.title')}>
        <Tab label={t('attention.all')} count={isPending ? '' : format.number(total)} isOn={!chosen} onChoose={() => setTab('')} />
        {groups.filter(({ total: count }) => count > 0).map(({ id, label, total: count }) => (
          <Tab key={id} label={label} count={format.number(count)} isOn={id === tab} onChoose={() => setTab(id)} />
        ))}
      </div>
      {waiting > 0 ? (
        <button type="button" className="attention-new" onClick={showWaiting}>
          {t('attention.new', { count: waiting })}
        </button>
      ) : null}
      <div className="attention-list">
        {shown.length === 0 && !isPending ? <Empty icon="check" title={t('attention.none')} /> : null}
        <ul>
          {shown.map((row) => (
            <AttentionRow key={keyOf(row)} item={row.item} />
          ))}
        </ul>
        {isPending ? <Loading rows={1} /> : null}
        {isFailed ? <p className="attention-failed s12 t2">{t('attention.incomplete')}</p> : null}
        <More groups={chosen ? [chosen] : groups} shown={shown.length} />
      </div>
    </div>
  );
}

function Tab({ label, count, isOn, onChoose }: { label: string; count: string; isOn: boolean; onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={isOn} className={isOn ? 'attention-tab on' : 'attention-tab'} onClick={onChoose}>
      {label} <span className="num">{count}</span>
    </button>
  );
}

/** Where the rest is, of those that have more than is listed here. */
function More({ groups, shown }: { groups: readonly AttentionGroup[]; shown: number }) {
  const t = useText('shell');
  const format = useFormat();
  const longer = groups.filter(({ items, total }) => total > items.length);
  if (longer.length === 0 || shown === 0) {
    return null;
  }
  return (
    <p className="attention-more s12">
      {longer.map(({ id, label, path, total }) => (
        <a key={id} {...linkTo(path)}>
          {t('attention.viewAll', { label, total: format.number(total) })}
        </a>
      ))}
    </p>
  );
}
