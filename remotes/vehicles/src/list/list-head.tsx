import { Chip, Icon, useFormat, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import { MenuItem } from '@outrider/sdk/mui';

import { MenuButton } from '../controls/menu-button';
import { SORTS, type Sort } from './list-view';

interface ListHeadProps {
  shown: number;
  all: number;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onlineOnly: boolean;
  onOnlineOnly: (on: boolean) => void;
  isFiltered: boolean;
  onClear: () => void;
  onFit?: () => void;
}

/** The list's name, how many it shows, how it is sorted, and its options. */
export function ListHead({ shown, all, sort, onSort, onlineOnly, onOnlineOnly, isFiltered, onClear, onFit }: ListHeadProps) {
  const t = useText('vehicles');
  const format = useFormat();
  const count = shown === all ? format.number(all) : t('list.shownOf', { shown: format.number(shown), all: format.number(all) });
  return (
    <header className="panel-head">
      <h2>{t('list.title')}</h2>
      <span className="t3 num vlist-count">{count}</span>
      <Explain about={t('about.title')}>{t('about.status')}</Explain>
      <span className="grow" />
      {onlineOnly ? (
        <Chip isOn className="only-narrow vlist-only" onClick={() => onOnlineOnly(false)}>
          {t('map.onlineOnly')}
          <Icon name="close" small />
        </Chip>
      ) : null}
      <MenuButton variant="quiet" size="small" label={t('list.sortedBy', { by: t(`sort.${sort}`) })} face={<><Icon name="sort" small /><span className="ell">{t(`sort.${sort}`)}</span></>}>
        {(close) => SORTS.map((one) => (
          <MenuItem key={one} role="menuitemradio" aria-checked={one === sort} selected={one === sort} onClick={() => { onSort(one); close(); }}>
            {t(`sort.${one}`)}
          </MenuItem>
        ))}
      </MenuButton>
      <MenuButton icon="more" size="small" label={t('list.options')}>
        {(close) => [
          onFit ? <MenuItem key="fit" onClick={() => { onFit(); close(); }}>{t('map.fitAll')}</MenuItem> : null,
          <MenuItem key="online" role="menuitemcheckbox" aria-checked={onlineOnly} selected={onlineOnly} onClick={() => { onOnlineOnly(!onlineOnly); close(); }}>
            {t('map.onlineOnly')}
          </MenuItem>,
          <MenuItem key="clear" disabled={!isFiltered} onClick={() => { onClear(); close(); }}>
            {t('list.clear')}
          </MenuItem>,
        ]}
      </MenuButton>
    </header>
  );
}
