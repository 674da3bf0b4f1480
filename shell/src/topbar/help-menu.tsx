import { Icon, useSession, useShellInfo, useText } from '@outrider/sdk';
import { Divider, Menu, MenuItem, Tooltip } from '@outrider/sdk/mui';
import { Link } from '@outrider/sdk/router';
import { useState } from 'react';

import { apiDocsPath } from '../api-docs/lazy';
import { outsideLinks } from './outside-links';

/** Help and the sites beside the product; one without an address is disabled. */
export function HelpMenu() {
  const t = useText('shell');
  const { links } = useShellInfo();
  const session = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const all = outsideLinks(links, session);

  return (
    <>
      <Tooltip title={t('bar.help')}>
        <button type="button" className="ib" aria-label={t('bar.help')} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon name="help" />
        </button>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        {all.map(({ name, url, refusal }) => [
          name === 'driverHours' ? <Divider key="line" /> : null,
          url && !refusal ? (
            <MenuItem key={name} component="a" href={url} target="_blank" rel="noreferrer" onClick={() => setAnchor(null)}>
              <span className="grow">{t(`links.${name}`)}</span>
              <Icon name="external" small />
            </MenuItem>
          ) : (
            <MenuItem key={name} disabled title={t(`links.${refusal ?? 'unset'}`)}>
              <span className="grow">{t(`links.${name}`)}</span>
            </MenuItem>
          ),
        ])}
        <MenuItem component={Link} to={apiDocsPath} onClick={() => setAnchor(null)}>
          {t('links.apiDocs')}
        </MenuItem>
      </Menu>
    </>
  );
}
