import { Icon, useSession, useShellInfo, useText } from '@outrider/sdk';
import { MenuItem } from '@outrider/sdk/mui';
import { Link } from '@outrider/sdk/router';
import { useQuery } from '@tanstack/react-query';

import { helpPath } from '../remotes/routes';
import { outsideLinks } from './outside-links';
import { providerListQuery } from './provider-list';

/** Help and the sites beside the product, as entries of a menu; one that is not for the user, or has no address, says why. */
export function HelpItems({ onLeave, ...item }: { onLeave: () => void }) {
  const t = useText('shell');
  const { links } = useShellInfo();
  const { data: providers } = useQuery(providerListQuery);
  const own = (
    <MenuItem {...item} key="own" component={Link} to={helpPath} onClick={onLeave}>
      {t('links.own')}
    </MenuItem>
  );
  const outside = outsideLinks(links, useSession(), providers).map(({ name, url, provider, refusal }) =>
    url && !refusal ? (
      <MenuItem {...item} key={name} component="a" href={url} target="_blank" rel="noreferrer" onClick={onLeave}>
        <span className="grow">
          {t(`links.${name}`)}
          {provider ? <small className="menu-why">{provider}</small> : null}
        </span>
        <Icon name="external" small />
      </MenuItem>
    ) : (
      <MenuItem {...item} key={name} disabled>
        <span className="grow">
          {t(`links.${name}`)}
          <small className="menu-why">{t(`links.${refusal ?? 'noAddress'}`)}</small>
        </span>
      </MenuItem>
    ),
  );
  return [own, ...outside];
}
