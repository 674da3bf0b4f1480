import { Button, Icon, useFormat, useText, type IconName } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import { useState } from 'react';

import type { Module, Source } from '../api/modules';
import { useSenders } from './use-senders';

interface ModuleCardProps {
  module: Module;
  /** What tells which vehicles send readings. */
  sources: Source[];
  isChosen: boolean;
  onSwitch: (on: boolean) => Promise<void>;
  /** Opens its settings; undefined: it has none. */
  onSettings: (() => void) | undefined;
}

/** One module: what it does, needs and costs, and its switch. */
export function ModuleCard({ module, sources, isChosen, onSwitch, onSettings }: ModuleCardProps) {
  const t = useText('users');
  const [isBusy, setBusy] = useState(false);
  const { id, title, icon, on, state } = module;
  const isGone = state === 'removed';
  const change = async () => {
    setBusy(true);
    await onSwitch(!on);
    setBusy(false);
  };
  return (
    <article className={isChosen ? 'card mdl-card on' : 'card mdl-card'} aria-labelledby={`module-${id}`}>
      <header>
        <span className="mdl-icon">
          <Icon name={(icon || 'plug') as IconName} />
        </span>
        <div className="grow">
          <h2 id={`module-${id}`}>{title}</h2>
          <small className="t2">{useBrings(module)}</small>
        </div>
        <span className="s12" aria-hidden="true">{t(on ? 'modules.on' : 'modules.off')}</span>
        <button type="button" role="switch" className="mdl-switch" aria-checked={on} aria-label={title} disabled={isBusy} onClick={() => void change()} />
      </header>
      <p>{isGone ? t('modules.removedText') : module.text}</p>
      {isGone ? null : (
        <dl>
          <dt>{t('modules.needs')}</dt>
          <dd>{module.needs}</dd>
          <Sent module={module} sources={sources} />
          <dt>{t('modules.costs')}</dt>
          <dd>{module.costs}</dd>
        </dl>
      )}
      <footer>
        <span className="grow ell">
          <Since module={module} />
        </span>
        {onSettings ? (
          <Button size="small" onClick={onSettings} aria-label={t('modules.settingsOf', { module: title })}>
            {t('modules.settings')}
          </Button>
        ) : null}
      </footer>
    </article>
  );
}

/** How many vehicles send what the module needs, and from where. */
function Sent({ module, sources }: Pick<ModuleCardProps, 'module' | 'sources'>) {
  const t = useText('users');
  const format = useFormat();
  const senders = useSenders(module, sources);
  if (!senders) {
    return null;
  }
  const { count, total, by } = senders;
  return (
    <>
      <dt>{t('modules.sentBy')}</dt>
      <dd>
        <span className={count > 0 ? 'mdl-sent some' : 'mdl-sent'}>{t('modules.sent', { sending: format.number(count, 0), count: total })}</span>
        <Explain about={t('modules.sentBy')}>{t('modules.sentRule')}</Explain>
        {by.length > 0 ? <small className="t3">{by.map(({ title, count: some }) => `${title} ${format.number(some, 0)}`).join(' · ')}</small> : null}
      </dd>
    </>
  );
}

/** What the module adds to the portal, in words. */
function useBrings({ brings }: Module): string {
  const t = useText('users');
  const counts = [
    ['pages', brings.pages],
    ['reports', brings.reports],
    ['widgets', brings.widgets],
    ['alertTypes', brings.alert_types],
    ['mapLayers', brings.map_layers],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([what, count]) => t(`modules.brings.${what}`, { count }))
    .join(', ');
}

/** How the module is: trouble first, then who switched it when. */
function Since({ module: { on, state, changed_at: at, changed_by: by } }: Pick<ModuleCardProps, 'module'>) {
  const t = useText('users');
  const format = useFormat();
  if (state !== 'ready' && (on || state === 'removed')) {
    return <span className="mdl-trouble">{t(`modules.state.${state}`)}</span>;
  }
  if (!at) {
    return t(on ? 'modules.alwaysOn' : 'modules.neverOn');
  }
  const date = format.date(at);
  if (!by) {
    return t(on ? 'modules.onSince' : 'modules.offSince', { date });
  }
  return t(on ? 'modules.onSinceBy' : 'modules.offSinceBy', { date, name: by });
}
