import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { getLetters, type LetterFilter } from '../api/streams';
import { liveMs } from '../ui/use-live';

/** Dead letters page by page, the newest first, looked at again every few seconds. */
export function useLetters(filter: LetterFilter) {
  return useInfiniteQuery({
    queryKey: ['admin', 'letters', filter],
    queryFn: ({ pageParam, signal }) => getLetters(filter, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => (next > 0 ? next : undefined),
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
  });
}
