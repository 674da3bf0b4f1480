import { useId } from 'react';

import { useGroupOptions } from '../tree/groups';
import { GroupButton } from './group-button';

/** From how many groups on they are searched instead of listed. */
export const manyGroups = 100;

interface GroupPickProps {
  label: string;
  /** What no group means. */
  none: string;
  value: string;
  /** The topmost group is the same as none. */
  withoutRoot?: boolean;
  onChange: (value: string) => void;
}

/** The choice of a group outside of a form, however many there are. */
export function GroupPick({ label, none, value, withoutRoot = false, onChange }: GroupPickProps) {
  const id = useId();
  const groups = useGroupOptions();
  const [root] = groups;
  const offered = withoutRoot ? groups.slice(1) : groups;
  if (groups.length > manyGroups) {
    return (
      <div className="label">
        <span id={`${id}-label`}>{label}</span>
        <GroupButton id={id} labelId={`${id}-label`} label={label} none={none} value={value} onChange={(chosen) => onChange(withoutRoot && chosen === root?.value ? '' : chosen)} />
      </div>
    );
  }
  return (
    <label className="label">
      {label}
      <select className="field" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{none}</option>
        {offered.map((group) => (
          <option key={group.value} value={group.value}>
            {group.label}
          </option>
        ))}
      </select>
    </label>
  );
}
