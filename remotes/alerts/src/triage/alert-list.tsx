import { useEffect, useRef } from 'react';

import type { Alert } from '../api/alert';
import { AlertRow } from './alert-row';

interface AlertListProps {
  alerts: readonly Alert[];
  openId: string | undefined;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Absent for those who may not open alerts. */
  onOpen: ((id: string) => void) | undefined;
}

/** The rows; the open one is kept in view. */
export function AlertList({ alerts, openId, chosen, onChoose, onOpen }: AlertListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('.on')?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <ul ref={list} className="alert-rows">
      {alerts.map((alert) => (
        <AlertRow
          key={alert.alert_id}
          alert={alert}
          isOpen={alert.alert_id === openId}
          isChosen={chosen.has(alert.alert_id)}
          onChoose={() => toggle(alert.alert_id)}
          {...(onOpen ? { onOpen: () => onOpen(alert.alert_id) } : {})}
        />
      ))}
    </ul>
  );
}
