import type { TreeGroup } from '@outrider/sdk/select';
import { lazy, Suspense, useMemo } from 'react';

import type { Group } from '../api/tree';
import { wayTo } from '../tree/group-effects';

const VehicleSelectorDialog = lazy(() => import('@outrider/sdk/select').then((m) => ({ default: m.VehicleSelectorDialog })));

interface ChooseGroupDialogProps {
  root: Group;
  title: string;
  /** What is chosen at first. */
  chosen?: string;
  /** The group that is no choice, with all below it. */
  without?: string;
  onChoose: (group: Group) => void;
  onClose: () => void;
}

/** Chooses one of the groups, by search or in the tree, however many there are. */
export function ChooseGroupDialog({ root, title, chosen, without, onChoose, onClose }: ChooseGroupDialogProps) {
  const tree = useMemo(() => treeOf(root, without), [root, without]);
  const ok = ([id = '']: string[]) => {
    onClose();
    onChoose(wayTo(root, id).at(-1) ?? root);
  };
  return (
    <Suspense>
      <VehicleSelectorDialog tree={tree} title={title} mode="group" value={chosen ? [chosen] : []} onOk={ok} onCancel={onClose} />
    </Suspense>
  );
}

function treeOf({ id, label, groups }: Group, without: string | undefined): TreeGroup {
  return { id, metadata: { label }, nodes: groups.filter((group) => group.id !== without).map((group) => treeOf(group, without)), vehicleArray: [] };
}
