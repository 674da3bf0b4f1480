import type { ReactNode } from 'react';

import { ApiError } from '../errors/api-error';
import { Button } from '../buttons';
import { useText, type Translate } from '../i18n';
import { Icon, type IconName } from '../icons';
import { useFormat } from '../units/use-format';
import { useNow } from '../units/use-now';

import './states.css';

interface StateViewProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

/** A picture, a sentence and one thing to do about it: the frame of every state that is not the data itself. */
export function StateView({ icon, title, children, action, role }: StateViewProps) {
  return (
    <div className="state" {...(role ? { role } : {})}>
      <span className="state-icon">
        <Icon name={icon} />
      </span>
      <p className="state-title">{title}</p>
      {children ? <div className="state-text">{children}</div> : null}
      {action ? <div className="state-action">{action}</div> : null}
    </div>
  );
}

/** A list or page that is loading: grey lines in the shape of what comes, never a spinner alone. */
export function Loading({ label, rows = 6 }: { label?: string; rows?: number }) {
  const t = useText();
  return (
    <div className="loading" role="status" aria-label={label ?? t('state.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="loading-row" aria-hidden="true">
          <i className="skel loading-tile" />
          <span>
            <i className="skel loading-line" />
            <i className="skel loading-line short" />
          </span>
        </div>
      ))}
    </div>
  );
}

interface FailureProps {
  /** What failed; its message is shown when it is an ApiError. */
  error?: unknown;
  title?: string;
  onRetry?: () => void;
}

/** A part of the page that could not be loaded: says why and offers to try again. */
export function Failure({ error, title, onRetry }: FailureProps) {
  const t = useText();
  if (error instanceof ApiError && error.kind === 'denied') {
    return <Denied />;
  }
  const offline = error instanceof ApiError && (error.kind === 'offline' || error.kind === 'unavailable');
  return (
    <StateView
      icon={offline ? 'offline' : 'warning'}
      title={title ?? t('state.loadFailed')}
      role="alert"
      action={onRetry ? <RetryButton onRetry={onRetry} /> : null}
    >
      {reason(error, t)}
    </StateView>
  );
}

function reason(error: unknown, t: Translate): string | null {
  if (!(error instanceof ApiError)) {
    return null;
  }
  if (error.kind === 'offline') {
    return t('state.offline');
  }
  return error.kind === 'unexpected' ? null : error.message;
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <Button onClick={onRetry}>
      <Icon name="refresh" small />
      {t('state.retry')}
    </Button>
  );
}

/** There is nothing to show, and what would bring something. */
export function Empty({ title, icon = 'files', children, action }: { title: string; icon?: IconName; children?: ReactNode; action?: ReactNode }) {
  return (
    <StateView icon={icon} title={title} role="status" action={action}>
      {children}
    </StateView>
  );
}

/** The user may not see this. */
export function Denied({ children }: { children?: ReactNode }) {
  const t = useText();
  return (
    <StateView icon="lock" title={t('state.deniedTitle')}>
      {children ?? t('state.denied')}
    </StateView>
  );
}

/** What is shown is old: since when, and how to get newer. */
export function Stale({ age, onRetry }: { age: string; onRetry?: () => void }) {
  const t = useText();
  return (
    <div className="stale" role="status">
      <Icon name="clock" small />
      <span className="grow">{t('state.stale', { age })}</span>
      {onRetry ? (
        <Button variant="quiet" size="small" onClick={onRetry}>
          {t('state.retry')}
        </Button>
      ) : null}
    </div>
  );
}

/** {@link Stale} that counts the age itself: `Showing data from 3 min ago`. `at` in milliseconds. */
export function StaleSince({ at, onRetry }: { at: number; onRetry?: () => void }) {
  return <Stale age={useFormat().age(at, useNow())} {...(onRetry ? { onRetry } : {})} />;
}
