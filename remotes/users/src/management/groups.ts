import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getTree, type Group } from '../api/tree';

/** The groups that the user sees as options of a form: each with the way to it. */
export function useGroupOptions(): { value: string; label: string }[] {
  const { data } = useQuery({ queryKey: ['tree'], queryFn: ({ signal }) => getTree(signal), staleTime: 60_000 });
  return useMemo(() => (data ? groupOptionsOf(data) : []), [data]);
}

/** A group and all below it as options: each with the way to it, without the topmost. */
function groupOptionsOf({ id, label, groups }: Group, above?: string): { value: string; label: string }[] {
  const own = above ? `${above} › ${label}` : label;
  return [{ value: id, label: own }, ...groups.flatMap((group) => groupOptionsOf(group, above === undefined ? '' : own))];
}
