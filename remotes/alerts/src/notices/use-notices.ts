import { ApiError, setBadge, toast, translate, usePermission, usePush } from '@outrider/sdk';
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';

import { markNotice, markNotices, readNotices, type Notice, type NoticePage } from './api';
import { bellId } from './bell';

/** Rows of one page. */
const size = 30;
const key = ['notices'] as const;

type Pages = InfiniteData<NoticePage, string>;

/** The user's notices, fresh as long as the panel is open, and how to mark them. What is marked shows at once, and goes back when the server refuses. */
export function useNotices(isUnread: boolean) {
  const client = useQueryClient();
  const mayHear = usePermission('getAlertUpdates');
  const list = useInfiniteQuery({
    queryKey: [...key, isUnread],
    queryFn: async ({ pageParam, signal }) => {
      const page = await readNotices(pageParam, isUnread, size, signal);
      showUnread(page.unread);
      return page;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  });
  const again = () => void client.invalidateQueries({ queryKey: key });
  usePush(mayHear ? { topic: 'alerts', context: 'node', onValues: (values) => void (values.some(isOfNotices) && again()), onResync: again } : undefined);

  const patch = (change: (notice: Notice) => Notice) =>
    client.setQueriesData<Pages>({ queryKey: key }, (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, notices: page.notices.map(change) })) });
  const failed = (error: unknown) => {
    again();
    toast(error instanceof ApiError ? error.message : translate('alerts:error.later'), 'error');
  };
  const one = useMutation({
    mutationFn: ({ id, read }: Pick<Notice, 'id' | 'read'>) => markNotice(id, read),
    onMutate: ({ id, read }) => patch((notice) => (notice.id === id ? { ...notice, read } : notice)),
    onError: failed,
    onSuccess: again,
  });
  const all = useMutation({
    mutationFn: (upTo: string) => markNotices(upTo),
    onMutate: () => patch((notice) => ({ ...notice, read: true })),
    onError: failed,
    onSuccess: (unread) => {
      showUnread(unread);
      again();
    },
  });
  const pages = list.data?.pages;
  return {
    list,
    notices: pages?.flatMap(({ notices }) => notices),
    unread: pages?.[0]?.unread ?? 0,
    mark: (id: string, read: boolean) => one.mutate({ id, read }),
    markAll: (upTo: string) => all.mutate(upTo),
    isMarking: all.isPending,
  };
}

/** Shows on the bell how many are unread. */
function showUnread(count: number): void {
  setBadge(bellId, count > 0 ? { count } : undefined);
}

/** Reports whether a push is about notices, and not about an alert alone. */
function isOfNotices(value: unknown): boolean {
  const action = (value as { action?: unknown } | null)?.action;
  return action === 'notify' || action === 'notices';
}
