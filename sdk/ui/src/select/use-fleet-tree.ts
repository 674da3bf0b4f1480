import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { get } from '../api';
import { useSharedQueries } from '../remote';
import { shellInfo } from '../session';
import { treeSchema, type TreeGroup } from './fleet-tree';

/** The groups and vehicles that the user sees, from GET /org/{orgId}/vehicles/tree, for everybody who sees vehicles; one answer for all plugins' forms. */
export function useFleetTree(enabled = true): UseQueryResult<TreeGroup> {
  const query = {
    queryKey: ['fleet-tree', shellInfo()?.session.Org.id],
    queryFn: ({ signal }: { signal: AbortSignal }) => get('/org/{orgId}/vehicles/tree', treeSchema, { signal }),
    enabled,
  };
  return useQuery(query, useSharedQueries());
}
