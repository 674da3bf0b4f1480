import { Icon, labelled, usePermission, useText, type TextKey } from '@outrider/sdk';

import { getHealth } from '../api/health';
import { useLive } from './use-live';

/** What does not work on this host, on every screen of the console; nothing while everything does, and to those who do not operate it. */
export function HealthBand() {
  return usePermission('viewOperations') ? <Band /> : null;
}

function Band() {
  const t = useText('admin');
  const { data } = useLive(['health'], getHealth);
  if (!data || data.status === 'ready') {
    return null;
  }
  const lost = data.status === 'not ready';
  return (
    <section className="card ops-health" role="alert">
      <p className={lost ? 'ops-bad' : 'ops-warn'}>
        <Icon name="warning" small /> {t(lost ? 'health.notReady' : 'health.degraded')}
      </p>
      <ul>
        {data.parts
          .filter(({ state }) => state !== 'ready')
          .map(({ name, state, detail }) => {
            const [kind = '', stream] = name.split('.');
            const said = t(state === 'degraded' ? 'health.state.degraded' : 'health.state.notReady');
            return (
              <li key={name} className="s12 ops-break">
                <strong>{stream ? t('health.stream', { name: stream.toUpperCase() }) : t(`health.part.${kind}` as TextKey<'admin'>)}</strong>{' '}
                {detail ? labelled(said, detail) : said}
              </li>
            );
          })}
      </ul>
    </section>
  );
}
