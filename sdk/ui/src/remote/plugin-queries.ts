import { hashKey, QueryClient, useQueryClient, type InvalidateOptions, type InvalidateQueryFilters, type Query, type QueryFilters, type RefetchOptions, type RefetchQueryFilters, type ResetOptions, type SetDataOptions, type Updater } from '@tanstack/react-query';

import { queryClient } from './query-client';

const clients = new Map<string, PluginQueryClient>();

/**
 * The portal's query client as the parts of one plugin see it: a page, its widgets, panels and slots share what was read, under whatever keys they like, and neither
 * see nor touch what another plugin has there.
 */
export function pluginQueries(plugin: string): QueryClient {
  const known = clients.get(plugin) ?? new PluginQueryClient(plugin, queryClient);
  clients.set(plugin, known);
  return known;
}

/** The query client that all of the portal shares, within any part of it: for what several plugins read alike. */
export function useSharedQueries(): QueryClient {
  const client = useQueryClient();
  return client instanceof PluginQueryClient ? client.shared : client;
}

/** Keeps its queries in `shared`, by hashes that begin with the plugin's word; filters find these alone. Keys stay as the plugin writes them. */
export class PluginQueryClient extends QueryClient {
  readonly shared: QueryClient;
  readonly #isOwn: (query: Query) => boolean;

  constructor(plugin: string, shared: QueryClient) {
    const { queries, ...others } = shared.getDefaultOptions();
    super({
      queryCache: shared.getQueryCache(),
      mutationCache: shared.getMutationCache(),
      defaultOptions: { ...others, queries: { ...queries, queryKeyHashFn: (key) => plugin + hashKey(key) } }, // `alerts["page",1]`
    });
    this.shared = shared;
    this.#isOwn = ({ queryHash }) => queryHash.startsWith(`${plugin}[`);
  }

  override mount(): void {
    this.shared.mount();
  }

  override unmount(): void {
    this.shared.unmount();
  }

  override clear(): void {
    this.removeQueries();
  }

  override isFetching(filters?: QueryFilters): number {
    return super.isFetching(this.#own(filters));
  }

  override getQueriesData<T>(filters: QueryFilters) {
    return super.getQueriesData<T>(this.#own(filters));
  }

  override setQueriesData<T>(filters: QueryFilters, updater: Updater<T | undefined, T | undefined>, options?: SetDataOptions) {
    return super.setQueriesData<T>(this.#own(filters), updater, options);
  }

  override removeQueries(filters?: QueryFilters): void {
    super.removeQueries(this.#own(filters));
  }

  override resetQueries(filters?: QueryFilters, options?: ResetOptions): Promise<void> {
    return super.resetQueries(this.#own(filters), options);
  }

  override cancelQueries(filters?: QueryFilters, options?: Parameters<QueryClient['cancelQueries']>[1]): Promise<void> {
    return super.cancelQueries(this.#own(filters), options);
  }

  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    return super.invalidateQueries(this.#own(filters), options);
  }

  override refetchQueries(filters?: RefetchQueryFilters, options?: RefetchOptions): Promise<void> {
    return super.refetchQueries(this.#own(filters), options);
  }

  #own<Filters extends QueryFilters>(filters?: Filters) {
    return { ...filters, predicate: (query: Query) => this.#isOwn(query) && (filters?.predicate?.(query) ?? true) } as Filters & Required<Pick<QueryFilters, 'predicate'>>;
  }
}
