import { Button, Empty, Failure, Icon, Loading, useText } from '@outrider/sdk';
import type { ReactNode } from 'react';

import '../api-keys/api-keys.css';

interface MachinesPanelProps {
  /** Where its texts are, and of what it is the list. */
  of: 'apiKeys' | 'webhooks';
  /** The id of its title, for a table that is labelled by it. */
  titleId: string;
  /** How many there are; undefined: not known yet. */
  count: number | undefined;
  error: Error | null;
  onRetry: () => void;
  onCreate: () => void;
  /** The table, shown where there are some. */
  children: ReactNode;
}

/** A list of what works with the portal without a person: what it is, the way to a new one, and its four states. */
export function MachinesPanel({ of, titleId, count, error, onRetry, onCreate, children }: MachinesPanelProps) {
  const t = useText('users');
  const add = (
    <Button variant="primary" onClick={onCreate}>
      <Icon name="plus" small />
      {t(`${of}.create`)}
    </Button>
  );
  return (
    <section className="card api-keys" aria-labelledby={titleId}>
      <header className="row">
        <div className="grow">
          <h2 id={titleId}>{t(`${of}.title`)}</h2>
          <p className="t2">
            {t(`${of}.text`)} <a href="/api/docs">{t('apiKeys.docs')}</a>
          </p>
        </div>
        {count ? add : null}
      </header>
      {error ? <Failure error={error} onRetry={onRetry} /> : null}
      {count === undefined && !error ? <Loading rows={4} /> : null}
      {count === 0 ? (
        <Empty title={t(`${of}.none`)} action={add}>
          {t(`${of}.noneText`)}
        </Empty>
      ) : null}
      {count ? <div className="api-keys-scroll">{children}</div> : null}
    </section>
  );
}
