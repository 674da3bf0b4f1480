import { useSearchParams } from '@outrider/sdk/router';
import { useCallback } from 'react';

import type { HostId } from '../api/plugins';

/** The host that a screen looks at, which the address holds, and how to look at another. `isFirst`: nobody has chosen it. */
export function useHost(): [HostId, (id: HostId, isFirst: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const onHost = useCallback((id: HostId, isFirst: boolean) => setParams(id ? { host: id } : {}, { replace: isFirst }), [setParams]);
  return [params.get('host') ?? undefined, onHost];
}
