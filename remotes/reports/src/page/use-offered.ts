import { getContributions, useShellInfo } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

/** The reports that plugins offer the user; read again when plugins come, go or are replaced. */
export function useOffered() {
  const plugins = useShellInfo().plugins.map(({ id, version, remote }) => `${id} ${remote?.digest ?? version}`);
  return useQuery({ queryKey: ['reports', 'types', plugins], queryFn: ({ signal }) => getContributions(signal), staleTime: 60_000, placeholderData: (before) => before });
}
