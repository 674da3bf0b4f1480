import { Button, Icon, useText } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { startTask } from '@outrider/sdk/tasks';
import { useRef, useState } from 'react';

import type { Kind } from '../api/alert';
import { reportAlerts } from '../api/alerts';
import { useSearch } from './use-alerts';
import type { View } from './view';

/** Writes the whole list, all pages, into a file; it is made on the server while the user goes on. */
export function ExportButton({ kind, view, total }: { kind: Kind; view: View; total: number }) {
  const t = useText('alerts');
  const search = useSearch(kind, view);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const write = (format: 'csv' | 'xlsx') => {
    setOpen(false);
    startTask({
      title: t('export.title', { count: total }),
      run: async (_report, signal) => {
        const address = await reportAlerts(format, search, signal);
        save(address);
        return address;
      },
      action: (address) => ({ label: t('export.again'), run: () => save(address) }),
    });
  };
  return (
    <>
      <Button ref={button} size="small" className="only-wide" disabled={total === 0} aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="download" small />
        {t('export.button')}
      </Button>
      <Menu open={isOpen} anchorEl={button.current} onClose={() => setOpen(false)}>
        <MenuItem dense onClick={() => write('csv')}>
          CSV
        </MenuItem>
        <MenuItem dense onClick={() => write('xlsx')}>
          XLSX
        </MenuItem>
      </Menu>
    </>
  );
}

function save(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
