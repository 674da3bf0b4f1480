import { Button, Icon, IconButton, useFormat, useText } from '@outrider/sdk';
import { useQueryClient } from '@tanstack/react-query';

import { isArchived, isRead, type Alert, type Kind } from '../api/alert';
import { mostIds, type Search, type StateChange } from '../api/alerts';
import { changeFound, changeState } from './change-state';
import { GroupMenu } from './group-menu';
import { useCount } from './use-alerts';
import type { View } from './view';

interface ListHeadProps {
  kind: Kind;
  view: View;
  go: (change: Partial<View>) => void;
  alerts: readonly Alert[];
  selection: readonly Alert[];
  /** Undefined while it is not known. */
  total: number | undefined;
  mayRead: boolean;
  mayArchive: boolean;
  /** The search behind the list while everything that it finds is chosen. */
  found: Search | undefined;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** How many there are, in which order, and what can be done with the chosen ones. */
export function ListHead({ kind, view, go, alerts, selection, total, mayRead, mayArchive, found, onChoose }: ListHeadProps) {
  const t = useText('alerts');
  const unread = useCount(kind, { ...view, unread: true });
  const isAll = selection.length > 0 && selection.length === alerts.length;
  const next = view.order === 'id' ? 'oldest' : view.order === 'oldest' ? 'severity' : 'id';
  return (
    <div className="list-head">
      <input
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selection.length > 0 && !isAll;
        }}
        disabled={alerts.length === 0}
        onChange={() => onChoose(new Set(isAll ? [] : alerts.map(({ alert_id }) => alert_id)))}
        aria-label={t('list.chooseAll')}
      />
      {selection.length > 0 ? (
        <Chosen {...{ selection, mayRead, mayArchive, found, onChoose }} total={total ?? 0} />
      ) : (
        <>
          <span className="grow num">{unread === undefined || total === undefined ? null : t('list.unreadOf', { unread: Math.min(unread, total), total })}</span>
          <GroupMenu kind={kind} />
          <Button variant="quiet" size="small" onClick={() => go({ order: next })} aria-label={t('list.order', { order: t(`order.${view.order}`) })}>
            <Icon name="sort" small />
            {t(`order.${view.order}`)}
          </Button>
        </>
      )}
    </div>
  );
}

function Chosen({ selection, total, mayRead, mayArchive, found, onChoose }: Pick<ListHeadProps, 'selection' | 'mayRead' | 'mayArchive' | 'found' | 'onChoose'> & { total: number }) {
  const t = useText('alerts');
  const client = useQueryClient();
  const format = useFormat();
  const read = found !== undefined || !selection.every(isRead); // of all that were found it is not known how many are read
  const count = found ? Math.min(total, mostIds) : selection.length;
  const change = (to: StateChange) => void (found ? changeFound(client, found, to) : changeState(client, selection, to));
  const archived = !selection.every(isArchived);
  return (
    <>
      <span className="grow num">{t('list.chosen', { count, formatted: format.number(count) })}</span>
      {mayRead ? (
        <Button variant="quiet" size="small" onClick={() => change({ read })}>
          {t(read ? 'action.read' : 'action.unread')}
        </Button>
      ) : null}
      {mayArchive ? (
        <Button
          variant="quiet" size="small"
          onClick={() => {
            onChoose(new Set());
            change({ archived });
          }}
        >
          {t(archived ? 'action.archive' : 'action.restore')}
        </Button>
      ) : null}
      <IconButton size="small" label={t('list.chooseNone')} onClick={() => onChoose(new Set())}>
        <Icon name="close" small />
      </IconButton>
    </>
  );
}
