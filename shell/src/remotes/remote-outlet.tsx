import { Icon, Loading, RemoteFailure, useManifestText, useShellInfo, useText } from '@outrider/sdk';
import { useEffect, useRef } from 'react';

import { applicationOf, elementOf, retryPage } from './applications';
import { usePageStatus } from './page-status';
import type { RemotePage } from './routes';

import './remote-outlet.css';

/** The place of a remote's page: its layout while it loads, itself, or what went wrong. */
export function RemoteOutlet({ page }: { page: RemotePage }) {
  const text = useManifestText();
  const place = useRef<HTMLDivElement>(null);
  const application = applicationOf(page);
  const status = usePageStatus(application);

  useEffect(() => {
    const element = elementOf(application);
    place.current?.append(element);
    return () => element.remove();
  }, [application]);

  return (
    <div className="remote-outlet">
      <PluginState page={page} />
      {status === 'pending' ? <PageSkeleton /> : null}
      {status === 'failed' ? <RemoteFailure title={text(page.title)} onRetry={() => void retryPage(page)} /> : null}
      <div className="remote-outlet-place" ref={place} hidden={status !== 'loaded'} />
    </div>
  );
}

/** A plugin that is not well says so above its page: what is shown may be old. */
function PluginState({ page }: { page: RemotePage }) {
  const t = useText('shell');
  const text = useManifestText();
  const plugin = useShellInfo().plugins.find(({ id }) => id === page.plugin);
  if (!plugin || plugin.state === 'ready') {
    return null;
  }
  return (
    <div className="plugin-state" role="status">
      <Icon name="warning" small />
      {t(`page.${plugin.state}`, { title: text(page.title) })}
    </div>
  );
}

/** The usual layout of a page, in grey. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton">
      <div className="page-skeleton-list">
        <Loading rows={12} />
      </div>
      <div className="skel page-skeleton-view" />
    </div>
  );
}
