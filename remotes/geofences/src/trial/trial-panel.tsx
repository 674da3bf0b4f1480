import { ApiError, Button, Icon, usePermission, useShellInfo, useText } from '@outrider/sdk';

import type { Trial } from '../api/trial';
import { TrialResult } from './trial-result';
import type { TrialState } from './use-trial';

interface TrialPanelProps {
  /** Of a geofence that is saved. */
  fenceId: string | undefined;
  state: TrialState;
  canStart: boolean;
  onStart: () => void;
  onCancel: () => void;
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
}

/** What the geofence would have raised in the last 30 days, before it is saved. */
export function TrialPanel({ fenceId, state, canStart, onStart, onCancel, chosen, onChoose }: TrialPanelProps) {
  const t = useText('geofences');
  const { session } = useShellInfo();
  const mayTrack = usePermission('TrackVehicle');
  const trial: Trial | undefined = state.step === 'done' ? state.trial : state.step === 'running' ? state.last : undefined;
  return (
    <section className="gf-trial" aria-label={t('trial.title')}>
      <header className="gf-trial-head">
        <h3 className="grow">{t('trial.title')}</h3>
        {state.step === 'running' ? (
          <>
            <progress aria-label={t('trial.running')} {...(state.of > 0 ? { value: state.done, max: state.of } : {})} />
            <span className="t2 s12 num" role="status">{state.of > 0 ? t('trial.progress', { count: state.of, done: state.done, of: state.of }) : t('trial.running')}</span>
            <Button size="small" onClick={onCancel}>{t('trial.cancel')}</Button>
          </>
        ) : mayTrack ? (
          <Button size="small" disabled={!canStart} title={canStart ? undefined : t('trial.needs')} onClick={onStart}>
            <Icon name="clock" small />
            {t(state.step === 'idle' ? 'trial.start' : 'trial.again')}
          </Button>
        ) : null}
      </header>
      {mayTrack ? null : <p className="t2">{t('trial.denied')}</p>}
      {mayTrack && state.step === 'idle' ? <p className="t2">{t('trial.idle')}</p> : null}
      {state.step === 'failed' ? <p className="gf-warn" role="alert"><Icon name="warning" small />{state.error instanceof ApiError ? state.error.message : t('trial.failed')}</p> : null}
      {trial ? <TrialResult fenceId={fenceId} trial={trial} zone={session.Org.zone || 'UTC'} chosen={chosen} onChoose={onChoose} /> : null}
    </section>
  );
}
