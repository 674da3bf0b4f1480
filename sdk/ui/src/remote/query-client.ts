import { QueryClient } from '@tanstack/react-query';

import { ApiError } from '../errors/api-error';
import { onChosenGroup } from '../session/chosen-group';
import { onShellInfo, shellInfo } from '../session/shell-store';

/**
 * A query client with the portal's rules: only a server that is away is asked again, after the pause that it asked for; everything is
 * asked again when the user narrows the portal to another group; and nothing stays when the session is another user's or organisation's.
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
  let known = owner();
  onShellInfo(() => {
    if (owner() !== known) {
      known = owner();
      client.clear();
    }
  });
  return client;
}

/** The portal's one query client, of the shell and of all remotes: each plugin's parts see it by {@link pluginQueries}. The shell empties it when the session ends. */
export const queryClient = createQueryClient();

/** Whose answers are kept. */
function owner(): string | undefined {
  const session = shellInfo()?.session;
  return session && `${session.Org.id} ${session.user.id}`;
}

function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'unavailable' || error.kind === 'offline') && error.status !== 429;
}
