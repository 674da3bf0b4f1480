import { Icon, IconButton, useText } from '@outrider/sdk';
import { Menu, MenuItem, Tooltip } from '@outrider/sdk/mui';
import { Link } from '@outrider/sdk/router';
import { useState } from 'react';

import { apiDocsPath } from '../remotes/routes';
import { OutsideItems } from './outside-items';

/** Help and the sites beside the product. */
export function HelpMenu() {
  const t = useText('shell');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  return (
    <>
      <Tooltip title={t('bar.help')}>
        <IconButton label={t('bar.help')} title={null} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon name="help" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        <OutsideItems onLeave={() => setAnchor(null)} />
        <MenuItem component={Link} to={apiDocsPath} onClick={() => setAnchor(null)}>
          {t('links.apiDocs')}
        </MenuItem>
      </Menu>
    </>
  );
}
