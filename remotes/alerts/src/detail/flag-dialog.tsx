import { ApiError, Button, Icon, openPath, useFormat, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@outrider/sdk/mui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';
import { alertsKey } from '../api/alerts';
import { flagAlert } from '../api/flags';

type State = 'initial' | 'progress' | 'success' | 'refused' | 'failure';

/** Flags an alert for its driver with a comment, or takes the flag away. */
export function FlagDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const t = useText('alerts');
  const client = useQueryClient();
  const [isFlag] = useState(!alert.flagged);
  const [comment, setComment] = useState('');
  const [state, setState] = useState<State>('initial');
  const send = async () => {
    setState('progress');
    try {
      await flagAlert(alert, isFlag, comment.trim());
      setState('success');
      void client.invalidateQueries({ queryKey: alertsKey });
    } catch (error) {
      setState(error instanceof ApiError && error.status === 401 ? 'refused' : 'failure');
    }
  };
  const over = state === 'success' || state === 'refused' || state === 'failure';
  return (
    <Dialog open onClose={onClose} aria-labelledby="alerts-flag">
      <DialogTitle id="alerts-flag">{t(isFlag ? 'flag.title' : 'flag.removeTitle')}</DialogTitle>
      <DialogContent>
        <About alert={alert} isFlag={isFlag && !over} />
        {over ? (
          <p role="status" className="flag-state">
            <Icon name={state === 'success' ? 'check' : 'warning'} />
            {t(`flag.${state === 'success' ? (isFlag ? 'flagged' : 'removed') : state}`)}
          </p>
        ) : isFlag ? (
          <>
            <label className="label" htmlFor="alerts-flag-comment">
              {t('flag.comment')}
            </label>
            <textarea id="alerts-flag-comment" className="alerts-input" rows={4} maxLength={2000} value={comment} disabled={state === 'progress'} onChange={(event) => setComment(event.target.value)} />
          </>
        ) : (
          <p>{t('flag.removeText')}</p>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          {t(over ? 'dialog.close' : 'dialog.cancel')}
        </Button>
        {over ? null : (
          <Button variant="primary" disabled={state === 'progress'} onClick={() => void send()}>
            {t(isFlag ? 'flag.flag' : 'flag.remove')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Which alert it is about and whose; nobody sees a flag of an alert that has no driver, so one can be assigned. */
function About({ alert, isFlag }: { alert: Alert; isFlag: boolean }) {
  const t = useText('alerts');
  const format = useFormat();
  const zone = alert.zone || format.settings.zone;
  const about = [labelOf(t, alert), alert.vehicle_name, `${format.date(alert.event_time_utc, zone)}, ${format.time(alert.event_time_utc, zone)}`].filter(Boolean).join(' · ');
  return (
    <div className="flag-about">
      <p className="t2">{about}</p>
      {alert.driver_name ? (
        <p>
          <Icon name="user" small /> {t('flag.driver', { driver: alert.driver_name })}
        </p>
      ) : isFlag ? (
        <p role="note">
          <Icon name="warning" small /> {t('flag.noDriver')}{' '}
          {alert.vehicle_id ? (
            <Button variant="quiet" size="small" onClick={() => openPath(`/vehicles?vehicle_id=${encodeURIComponent(alert.vehicle_id)}`)}>
              {t('flag.assign')}
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
