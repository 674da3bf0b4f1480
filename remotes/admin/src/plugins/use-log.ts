import { useEffect, useState } from 'react';

import { getLog, type HostId, type LogLevel, type LogLine } from '../api/plugins';

/** How many lines a screen holds. */
const most = 1000;
/** How long the host waits for a line, in seconds. */
const waitS = 20;
/** The pause after a call that failed, in milliseconds. */
const pauseMs = 2000;

/** Follows the log of a plugin on a host: what is kept, then every new line as it is written. */
export function useLog(id: string, host: HostId, level: LogLevel, q: string, follow: boolean): { lines: LogLine[] | undefined; error: unknown } {
  const [lines, setLines] = useState<LogLine[]>();
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      let after = 0;
      setLines(undefined);
      for (let first = true; !stop.signal.aborted && (first || follow); ) {
        try {
          const page = await getLog(id, { host, after, level, wait: first ? 0 : waitS, ...(q ? { q } : {}) }, stop.signal);
          after = page.last;
          const isFirst = first;
          setLines((known) => [...(isFirst ? [] : (known ?? [])), ...page.lines].slice(-most));
          setError(undefined);
          first = false;
        } catch (cause) {
          if (stop.signal.aborted) {
            return;
          }
          setError(cause);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    };
    void read();
    return () => stop.abort();
  }, [id, host, level, q, follow]);

  return { lines, error };
}
