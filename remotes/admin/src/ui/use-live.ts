import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';

/** How often a screen looks again, in milliseconds. */
export const liveMs = 3000;

/** Reads now and every few seconds while the page is looked at; what was read stays while the next is on its way. */
export function useLive<T>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<T>): UseQueryResult<T> {
  return useQuery({ queryKey: ['admin', ...key], queryFn: ({ signal }) => read(signal), refetchInterval: liveMs, placeholderData: keepPreviousData });
}
