import type { Group } from '../api/tree';
import { groupOptionsOf } from '../management/groups';
import { wayTo } from './group-effects';

interface TargetChoiceProps {
  root: Group;
  /** The group that it is in, which is no choice. */
  not: string;
  label: string;
  onChoose: (to: Group) => void;
}

/** The choice of a group that something is moved to, for those who do not drag. */
export function TargetChoice({ root, not, label, onChoose }: TargetChoiceProps) {
  return (
    <select className="field" aria-label={label} value="" onChange={(event) => onChoose(wayTo(root, event.target.value).at(-1) ?? root)}>
      <option value="">{label}</option>
      {groupOptionsOf(root)
        .filter(({ value }) => value !== not)
        .map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
    </select>
  );
}
