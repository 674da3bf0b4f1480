import { VehicleSelectorDialog } from '@outrider/sdk/select';
import { useMemo, type ComponentProps } from 'react';

import type { Group } from '../api/tree';
import { wayTo } from './group-effects';

type Tree = NonNullable<ComponentProps<typeof VehicleSelectorDialog>['tree']>;

interface ChooseGroupDialogProps {
  root: Group;
  title: string;
  /** The group that is no choice, with all below it. */
  without?: string;
  onChoose: (group: Group) => void;
  onClose: () => void;
}

/** Chooses one of the groups, by search or in the tree, however many there are. */
export function ChooseGroupDialog({ root, title, without, onChoose, onClose }: ChooseGroupDialogProps) {
  const tree = useMemo(() => treeOf(root, without), [root, without]);
  const ok = ([id = '']: string[]) => {
    onClose();
    onChoose(wayTo(root, id).at(-1) ?? root);
  };
  return <VehicleSelectorDialog tree={tree} title={title} mode="group" value={[]} onOk={ok} onCancel={onClose} />;
}

function treeOf({ id, label, groups }: Group, without: string | undefined): Tree {
  return { id, metadata: { label }, nodes: groups.filter((group) => group.id !== without).map((group) => treeOf(group, without)), vehicleArray: [] };
}
