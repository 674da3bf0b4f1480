import { Icon, useText, type IconName, type TextKey } from '@outrider/sdk';

type Tone = 'good' | 'warn' | 'bad' | 'off';

const tones: Record<string, { tone: Tone; icon: IconName }> = {
  ready: { tone: 'good', icon: 'check' },
  up: { tone: 'good', icon: 'check' },
  done: { tone: 'good', icon: 'check' },
  starting: { tone: 'warn', icon: 'clock' },
  restarting: { tone: 'warn', icon: 'refresh' },
  degraded: { tone: 'warn', icon: 'warning' },
  warning: { tone: 'warn', icon: 'warning' },
  refused: { tone: 'warn', icon: 'lock' },
  unknown: { tone: 'warn', icon: 'help' },
  quarantined: { tone: 'bad', icon: 'warning' },
  down: { tone: 'bad', icon: 'offline' },
  failed: { tone: 'bad', icon: 'warning' },
  stopped: { tone: 'off', icon: 'pause' },
};

/** A state in a colour, with its sign and its word. */
export function StatePill({ state }: { state: string }) {
  const t = useText('admin');
  const { tone, icon } = tones[state] ?? { tone: 'off', icon: 'info' };
  return (
    <span className={`ops-pill ${tone}`}>
      <Icon name={icon} small />
      {t(`state.${state}` as TextKey<'admin'>)}
    </span>
  );
}
