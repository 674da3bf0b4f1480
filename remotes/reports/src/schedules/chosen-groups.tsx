import { useText } from '@outrider/sdk';
import { useFleetTree, type TreeGroup } from '@outrider/sdk/select';

/** What the groups of a schedule are called, and that they are meant with the vehicles of the day. */
export function ChosenGroups({ ids }: { ids: readonly string[] }) {
  const t = useText('reports');
  const { data } = useFleetTree();
  const names = data ? namesOf(data, new Set(ids)) : [];
  return (
    <p className="s12 t2">
      {names.length > 0 ? <b>{`${names.join(', ')}. `}</b> : null}
      {t('schedules.groupsMeant')}
    </p>
  );
}

const namesOf = ({ id, metadata, nodes }: TreeGroup, ids: ReadonlySet<string>): string[] => [...(ids.has(id) ? [metadata.label] : []), ...nodes.flatMap((node) => namesOf(node, ids))];
