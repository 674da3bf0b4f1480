import { useEffect, useRef, useState, type ReactNode } from 'react';

import type { Alert } from '../api/alert';
import { AlertRow } from './alert-row';
import type { Group } from './grouping';

interface AlertListProps {
  groups: readonly Group[];
  openId: string | undefined;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Absent for those who may not open alerts. */
  onOpen: ((id: string) => void) | undefined;
  /** Over the rows. */
  children?: ReactNode;
}

/** The rows; the open one is kept in view, and the alerts folded into a row are shown while one of them is open. */
export function AlertList({ groups, openId, chosen, onChoose, onOpen, children }: AlertListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    list.current?.querySelector('.on')?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  const row = (alert: Alert, more: { isFolded?: boolean; fold?: { count: number; isOpen: boolean; toggle: () => void } } = {}) => (
    <AlertRow
      key={alert.alert_id}
      alert={alert}
      isOpen={alert.alert_id === openId}
      isChosen={chosen.has(alert.alert_id)}
      onChoose={() => onChoose(toggled(chosen, alert.alert_id))}
      {...more}
      {...(onOpen ? { onOpen: () => onOpen(alert.alert_id) } : {})}
    />
  );
  return (
    <div className="alert-rows-place">
      {children}
      <ul ref={list} className="alert-rows">
        {groups.flatMap(({ head, rest }) => {
          if (rest.length === 0) return [row(head)];
          const isOpen = unfolded.has(head.alert_id) || rest.some(({ alert_id }) => alert_id === openId);
          const fold = { count: rest.length, isOpen, toggle: () => setUnfolded(toggled(unfolded, head.alert_id)) };
          return [row(head, { fold }), ...(isOpen ? rest.map((alert) => row(alert, { isFolded: true })) : [])];
        })}
      </ul>
    </div>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
