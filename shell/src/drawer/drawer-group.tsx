import { Icon, useManifestText } from '@outrider/sdk';
import { useState } from 'react';

import { DrawerEntry } from './drawer-entry';
import { labelSize, type Entry } from './entries';

const key = (id: string) => `outrider.drawer.${id}`;

/** A line with indented lines below it, which it shows and hides. Collapsed to icons, it is an entry like any other. */
export function DrawerGroup({ entry, collapsed }: { entry: Entry; collapsed: boolean }) {
  const text = useManifestText();
  const [open, setOpen] = useState(() => localStorage.getItem(key(entry.id)) !== 'closed');
  const label = text(entry.label);
  const toggle = () => {
    localStorage.setItem(key(entry.id), open ? 'closed' : 'open');
    setOpen(!open);
  };

  if (collapsed) {
    const first = entry.children.find(({ isAllowed }) => isAllowed);
    return <DrawerEntry entry={{ ...entry, path: first?.path ?? entry.path, isAllowed: first !== undefined }} collapsed />;
  }
  return (
    <>
      <button type="button" className="entry" aria-expanded={open} onClick={toggle}>
        <Icon name={entry.icon} />
        <span className="entry-label" style={{ fontSize: labelSize(label) }}>
          {label}
        </span>
        <Icon name="chevron-down" small className={open ? 'turn' : 'turn closed'} />
      </button>
      {open ? entry.children.map((child) => <DrawerEntry key={child.id} entry={child} collapsed={false} isSub />) : null}
    </>
  );
}
