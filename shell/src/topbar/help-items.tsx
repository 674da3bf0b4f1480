import { Icon, useSession, useShellInfo, useText } from '@outrider/sdk';
import { MenuItem } from '@outrider/sdk/mui';

import { outsideLinks } from './outside-links';

/** Help and the sites beside the product, as entries of a menu; one without an address is disabled. */
export function HelpItems({ onLeave, ...item }: { onLeave: () => void }) {
  const t = useText('shell');
  const { links } = useShellInfo();
  const all = outsideLinks(links, useSession());
  return all.map(({ name, url, refusal }) =>
    url && !refusal ? (
      <MenuItem {...item} key={name} component="a" href={url} target="_blank" rel="noreferrer" onClick={onLeave}>
        <span className="grow">{t(`links.${name}`)}</span>
        <Icon name="external" small />
      </MenuItem>
    ) : (
      <MenuItem {...item} key={name} disabled>
        <span className="grow">
          {t(`links.${name}`)}
          <small className="menu-why">{t(`links.${refusal ?? 'unset'}`)}</small>
        </span>
      </MenuItem>
    ),
  );
}
