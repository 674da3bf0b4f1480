import { QueryClient } from '@tanstack/react-query';

import { ApiError } from '../errors/api-error';
import { onChosenGroup } from '../session/chosen-group';

const clients = new Map<string, QueryClient>();

/**
 * The one query client of a plugin's parts, by its word: a page, its widgets, panels and slots share what was read. Plugins do not share one: each names its keys
 * as it likes, and is shipped alone.
 */
export function queryClientOf(name: string): QueryClient {
  const known = clients.get(name) ?? createQueryClient();
  clients.set(name, known);
  return known;
}

/**
 * A query client with the product's rules: only a server that is away is asked again, after the pause that it asked for, and everything is
 * asked again when the user narrows the portal to another group.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        retry: (tries, error) => tries < 3 && isAway(error),
        retryDelay: (tries, error) => (error instanceof ApiError && error.retryAfterS ? error.retryAfterS * 1000 : Math.min(8000, 500 * 2 ** tries)),
      },
    },
  });
  onChosenGroup(() => void client.invalidateQueries());
  return client;
}

function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'unavailable' || error.kind === 'offline') && error.status !== 429;
}
