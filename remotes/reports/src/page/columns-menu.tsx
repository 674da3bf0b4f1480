import { Button, Icon, useManifestText, useText } from '@outrider/sdk';
import { Menu } from '@outrider/sdk/mui';
import { useState } from 'react';

import type { ReportColumn } from './report-kind';

interface ColumnsMenuProps {
  columns: readonly ReportColumn[];
  shown: readonly string[];
  /** The keys of those that are shown from now on. */
  onChange: (shown: string[]) => void;
}

/** Which columns the table and its files have; one stays. */
export function ColumnsMenu({ columns, shown, onChange }: ColumnsMenuProps) {
  const t = useText('reports');
  const text = useManifestText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button size="small" aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="columns" small />
        {t('columns', { shown: shown.length, all: columns.length })}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.map(({ key, label }) => (
          <label key={key} className="rp-column">
            <input
              type="checkbox"
              checked={shown.includes(key)}
              disabled={shown.length === 1 && shown.includes(key)}
              onChange={({ target }) => onChange(columns.filter((one) => (one.key === key ? target.checked : shown.includes(one.key))).map((one) => one.key))}
            />
            {text(label)}
          </label>
        ))}
      </Menu>
    </>
  );
}
