import { Icon, openPath, useFormat, useNow, usePermission, useText } from '@outrider/sdk';
import { useEffect, useState } from 'react';

import { ratings, typeName, typesOf } from '../alert/looks';
import type { Kind } from '../api/alert';
import { ChipMenu } from './chip-menu';
import { ExportButton } from './export-button';
import { ranges } from './range';
import { SpeedingFilters } from './speeding-filters';
import type { useAlertPage } from './use-alerts';
import { isPlain, noFilters, type View } from './view';

interface FilterBarProps {
  kind: Kind;
  view: View;
  go: (change: Partial<View>) => void;
  page: ReturnType<typeof useAlertPage>;
}

/** From the worst, 3, to 0. */
const severities = ['severe', 'high', 'moderate', 'plain'] as const;

/** How long typing rests before it is searched for, in milliseconds. */
const restMs = 250;

/** Search, filters and export. */
export function FilterBar({ kind, view, go, page }: FilterBarProps) {
  const t = useText('alerts');
  const types = typesOf(kind);
  const isFiltered = !isPlain(view);
  return (
    <div className="triage-filters">
      <SearchField view={view} go={go} />
      <ChipMenu
        label={t(`range.${view.days}`)}
        icon="calendar"
        isOn
        options={ranges.map((days) => ({ value: String(days), label: t(`range.${days}`) }))}
        chosen={[String(view.days)]}
        isSingle
        onChange={([days]) => go({ days: Number(days ?? 7) })}
      />
      {types.length > 0 ? (
        <ChipMenu label={t('filter.type')} options={types.map((value) => ({ value, label: typeName(t, value) }))} chosen={view.types} onChange={(chosen) => go({ types: chosen })} />
      ) : null}
      {kind === 'speeding' ? <SpeedingFilters view={view} go={go} /> : null}
      {kind === 'driving' && view.tab !== 'severe' ? (
        <ChipMenu
          label={t('filter.severity')}
          options={severities.map((name, i) => ({ value: String(severities.length - 1 - i), label: t(`severity.${name}`) }))}
          chosen={view.severities}
          onChange={(chosen) => go({ severities: chosen })}
        />
      ) : null}
      {kind !== 'geofence' && view.tab !== 'notRated' ? (
        <ChipMenu
          label={t('filter.rating')}
          options={['none', ...ratings].map((value) => ({ value, label: t(value === 'none' ? 'rating.notRated' : `rating.${value}`) }))}
          chosen={view.ratings}
          onChange={(chosen) => go({ ratings: chosen })}
        />
      ) : null}
      <button type="button" className={`chip${view.unread ? ' on' : ''}`} aria-pressed={view.unread} onClick={() => go({ unread: !view.unread })}>
        {t('filter.unread')}
      </button>
      {isFiltered ? (
        <button type="button" className="btn text sm" onClick={() => go(noFilters)}>
          {t('filter.clear')}
        </button>
      ) : null}
      <span className="grow only-wide" />
      {page.dataUpdatedAt > 0 ? <Updated at={page.dataUpdatedAt} /> : null}
      <ExportButton kind={kind} view={view} total={page.data?.total ?? 0} />
      {usePermission('viewAlertEmailList') ? (
        <button type="button" className="ib line sm" aria-label={t('org.title')} title={t('org.title')} onClick={() => openPath('/alert-settings')}>
          <Icon name="settings" small />
        </button>
      ) : null}
    </div>
  );
}

function Updated({ at }: { at: number }) {
  const t = useText('alerts');
  return <span className="s12 t3 only-wide num">{t('list.updated', { age: useFormat().age(at, useNow()) })}</span>;
}

function SearchField({ view, go }: Pick<FilterBarProps, 'view' | 'go'>) {
  const t = useText('alerts');
  const [text, setText] = useState(view.text);
  useEffect(() => setText(view.text), [view.text]);
  useEffect(() => {
    if (text === view.text) return undefined;
    const timer = setTimeout(() => go({ text }), restMs);
    return () => clearTimeout(timer);
  }, [text, view.text, go]);
  return (
    <label className="field triage-search">
      <Icon name="search" small />
      <input type="search" value={text} maxLength={200} placeholder={t('filter.search')} aria-label={t('filter.search')} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}
