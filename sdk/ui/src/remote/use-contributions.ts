import { useQuery } from '@tanstack/react-query';

import { useShellInfo } from '../session';
import { getContributions } from './contributed';

/** What plugins contribute to reports and Tracking, as the user may use it; read again when plugins come, go or are replaced. */
export function useContributions() {
  const plugins = useShellInfo().plugins.map(({ id, version, remote }) => `${id} ${remote?.digest ?? version}`);
  return useQuery({ queryKey: ['contributions', plugins], queryFn: ({ signal }) => getContributions(signal), staleTime: 60_000, placeholderData: (before) => before });
}
