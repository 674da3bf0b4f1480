import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { getTree, type Group } from '../api/tree';

/** The groups that the user sees, as a tree. */
export function useTree(): UseQueryResult<Group> {
  return useQuery({ queryKey: ['tree'], queryFn: ({ signal }) => getTree(signal), staleTime: 60_000 });
}

/** The groups that the user sees as options of a form: each with the way to it. */
export function useGroupOptions(): Options {
  const { data } = useTree();
  return data ? listed(data) : none;
}

type Options = { value: string; label: string }[];

const none: Options = [];
const lists = new WeakMap<Group, Options>(); // of a tree, for all who show one of its groups

function listed(tree: Group): Options {
  const list = lists.get(tree) ?? groupOptionsOf(tree);
  lists.set(tree, list);
  return list;
}

/** A group and all below it as options: each with the way to it, without the topmost. */
function groupOptionsOf({ id, label, groups }: Group, above?: string): Options {
  const own = above ? `${above} › ${label}` : label;
  return [{ value: id, label: own }, ...groups.flatMap((group) => groupOptionsOf(group, above === undefined ? '' : own))];
}
