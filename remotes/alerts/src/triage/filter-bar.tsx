import { Button, Chip, Icon, IconButton, openPath, useFormat, useNow, usePermission, useText, type TextKey } from '@outrider/sdk';
import { DateTimeRangePicker } from '@outrider/sdk/inputs';
import { useEffect, useState } from 'react';

import { ratings, typeName, typesOf } from '../alert/looks';
import type { Kind } from '../api/alert';
import { ChipMenu } from './chip-menu';
import { ExportButton } from './export-button';
import { latestDay, pickedOf, spanOfPicked } from './range';
import { SpeedingFilters } from './speeding-filters';
import type { useAlertPage } from './use-alerts';
import { isPlain, noFilters, type View } from './view';
import { WhoFilter } from './who-filter';

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
      <DateTimeRangePicker className="triage-range" label={t('filter.time')} value={pickedOf(view)} max={latestDay()} onChange={(range) => go(spanOfPicked(range))} />
      <WhoFilter kind={kind} view={view} go={go} />
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
          options={['none', ...ratings].map((value) => ({ value, label: t((value === 'none' ? 'rating.notRated' : `rating.${value}`) as TextKey<'alerts'>) }))}
          chosen={view.ratings}
          onChange={(chosen) => go({ ratings: chosen })}
        />
      ) : null}
      <Chip isOn={view.unread} aria-pressed={view.unread} onClick={() => go({ unread: !view.unread })}>
        {t('filter.unread')}
      </Chip>
      {isFiltered ? (
        <Button variant="quiet" size="small" className="triage-clear" onClick={() => go(noFilters)}>
          {t('filter.clear')}
          <b className="only-narrow"> {countOf(view)}</b>
        </Button>
      ) : null}
      <span className="grow only-wide" />
      {page.dataUpdatedAt > 0 ? <Updated at={page.dataUpdatedAt} /> : null}
      <ExportButton kind={kind} view={view} total={page.data?.total ?? 0} />
      {usePermission('viewAlertEmailList') ? (
        <IconButton variant="outlined" size="small" label={t('org.title')} onClick={() => openPath('/alert-settings')}>
          <Icon name="settings" small />
        </IconButton>
      ) : null}
    </div>
  );
}

/** How many filters are on. */
function countOf({ text, types, severities, ratings, unread, over, bands, vehicles, groups, drivers }: View): number {
  return [text !== '', types.length > 0, severities.length > 0, ratings.length > 0, unread, over.type !== 'none', bands.length > 0, vehicles.length + groups.length + drivers.length > 0].filter(Boolean).length;
}

function Updated({ at }: { at: number }) {
  const t = useText('alerts');
  return <span className="s12 t3 only-wide num triage-updated">{t('list.updated', { age: useFormat().age(at, useNow()) })}</span>;
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
