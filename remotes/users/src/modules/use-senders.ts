import { useQueries } from '@tanstack/react-query';

import { listSenders, modulesKey, type Module, type Source } from '../api/modules';

export interface Senders {
  /** Vehicles that send what the module lives from, each once. */
  count: number;
  /** Vehicles that there are. */
  total: number;
  /** The same by source, without those that have none. */
  by: { title: string; count: number }[];
}

/** Seconds after which it is asked again. */
const every = 30;

/** How many vehicles send what a module lives from, as the sources that answer know; undefined: nobody knows, or it lives from something else. */
export function useSenders({ id, fields }: Pick<Module, 'id' | 'fields'>, sources: Source[]): Senders | undefined {
  const asked = fields.length > 0 ? sources : [];
  const answers = useQueries({
    queries: asked.map((source) => ({
      queryKey: [...modulesKey, 'senders', id, source.operation],
      queryFn: ({ signal }: { signal: AbortSignal }) => listSenders(source, fields, signal),
      refetchInterval: every * 1000,
    })),
  });
  const totals = answers.flatMap(({ data }) => (data?.total === undefined ? [] : [data.total]));
  if (totals.length === 0) {
    return undefined;
  }
  const all = new Set(answers.flatMap(({ data }) => data?.vehicle_ids ?? []));
  const by = asked.map(({ title }, i) => ({ title, count: answers[i]?.data?.vehicle_ids.length ?? 0 })).filter(({ count }) => count > 0);
  return { count: all.size, total: Math.max(...totals), by };
}
