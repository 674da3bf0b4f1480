import { Icon, useSession, useShellInfo, useText } from '@outrider/sdk';
import { MenuItem } from '@outrider/sdk/mui';
import { Link } from '@outrider/sdk/router';

import { helpPath } from '../remotes/routes';
import { outsideLinks } from './outside-links';

/** Help and the sites beside the product, as entries of a menu; a site without an address is left out, one that is not for the user says why. */
export function HelpItems({ onLeave, ...item }: { onLeave: () => void }) {
  const t = useText('shell');
  const { links } = useShellInfo();
  const all = outsideLinks(links, useSession()).filter(({ url }) => url);
  const own = (
    <MenuItem {...item} key="own" component={Link} to={helpPath} onClick={onLeave}>
      {t('links.own')}
    </MenuItem>
  );
  const outside = all.map(({ name, url, refusal }) =>
    url && !refusal ? (
      <MenuItem {...item} key={name} component="a" href={url} target="_blank" rel="noreferrer" onClick={onLeave}>
        <span className="grow">{t(`links.${name}`)}</span>
        <Icon name="external" small />
      </MenuItem>
    ) : (
      <MenuItem {...item} key={name} disabled>
        <span className="grow">
          {t(`links.${name}`)}
          <small className="menu-why">{t('links.noService')}</small>
        </span>
      </MenuItem>
    ),
  );
  return [own, ...outside];
}
