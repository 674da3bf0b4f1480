import { Loading, RemoteFailure, useManifestText } from '@outrider/sdk';
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
      {status === 'pending' ? <PageSkeleton /> : null}
      {status === 'failed' ? <RemoteFailure title={text(page.title)} onRetry={() => void retryPage(page)} /> : null}
      <div className="remote-outlet-place" ref={place} hidden={status !== 'loaded'} />
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
