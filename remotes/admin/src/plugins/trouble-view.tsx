import { Empty, useText } from '@outrider/sdk';

import type { PluginDetail } from '../api/plugins';
import { useFigures } from '../ui/figures';

/** What went wrong last: the newest failed call, the newest exit, and the process' last words with its stack. */
export function TroubleView({ detail: { plugin, last_words } }: { detail: PluginDetail }) {
  const t = useText('admin');
  const { format } = useFigures();
  if (!plugin.last_error && !plugin.last_exit) {
    return <Empty icon="check" title={t('plugins.noTrouble')} />;
  }
  return (
    <div className="ops-trouble">
      {plugin.last_error ? (
        <dl>
          <dt>{t('plugins.lastError')}</dt>
          <dd>
            <span className="mono">{plugin.last_error.operation}</span> · {plugin.last_error.status} · {format.dateTime(plugin.last_error.at)}
            <span className="t2 s12">{t('plugins.request', { id: plugin.last_error.request_id })}</span>
          </dd>
        </dl>
      ) : null}
      {plugin.last_exit ? (
        <dl>
          <dt>{t('plugins.lastExit')}</dt>
          <dd>
            {plugin.last_exit} · {format.dateTime(plugin.last_exit_at)}
          </dd>
        </dl>
      ) : null}
      {last_words.length > 0 ? (
        <>
          <h2>{t('plugins.lastWords')}</h2>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
          <pre className="ops-pre" tabIndex={0} aria-label={t('plugins.lastWords')}>
            {last_words.join('\n')}
          </pre>
        </>
      ) : null}
    </div>
  );
}
