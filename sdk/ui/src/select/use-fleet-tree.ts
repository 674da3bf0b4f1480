import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { get } from '../api';
import { shellInfo } from '../session';
import { treeSchema, type TreeGroup } from './fleet-tree';

/** The groups and vehicles that the user sees, from GET /org/{orgId}/vehicles/tree, for everybody who sees vehicles. */
export function useFleetTree(enabled = true): UseQueryResult<TreeGroup> {
  return useQuery({
    queryKey: ['fleet-tree', shellInfo()?.session.Org.id],
    queryFn: ({ signal }) => get('/org/{orgId}/vehicles/tree', treeSchema, { signal }),
    enabled,
  });
}
