import { Loading, RemoteFailure } from '@outrider/sdk';
import { useEffect, useState, type ComponentType } from 'react';

import { reloadOnce } from '../remotes/reload-once';

interface PagePlaceProps {
  /** What the user knows the page as. */
  title: string;
  path: string;
  /** Loads the page's code, and its texts; the same function at every render. */
  load: () => Promise<ComponentType>;
}

/** The place of one of the shell's own pages, whose code comes when it is opened; says so with Retry when it cannot be had. */
export function PagePlace({ title, path, load }: PagePlaceProps) {
  const [Page, setPage] = useState<ComponentType>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let left = false;
    setFailed(false);
    load().then(
      (loaded) => left || setPage(() => loaded),
      async (error: unknown) => {
        console.error(path, error);
        await reloadOnce(path);
        if (!left) {
          setFailed(true);
        }
      },
    );
    return () => {
      left = true;
    };
  }, [attempt, load, path]);

  if (Page) {
    return <Page />;
  }
  return failed ? <RemoteFailure title={title} onRetry={() => setAttempt(attempt + 1)} /> : <Loading rows={6} />;
}
