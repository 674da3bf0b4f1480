import { Icon, IconButton, useFormat, useText } from '@outrider/sdk';

import { sizes, type View } from './view';

interface ListFootProps {
  view: View;
  go: (change: Partial<View>) => void;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** The total is an estimate. */
  isAbout: boolean;
  pageCount: number;
}

/** Which rows are shown, how many a page, and the pages before and after. */
export function ListFoot({ view, go, total, isAbout, pageCount }: ListFootProps) {
  const t = useText('alerts');
  const format = useFormat();
  const first = (view.page - 1) * view.size + 1;
  return (
    <div className="list-foot">
      <span className="grow num" role="status">
        {total === undefined ? null : total === 0 ? t('page.none') : t(isAbout ? 'page.shownOfAbout' : 'page.shown', { first: format.number(first), last: format.number(Math.min(total, view.page * view.size)), total: format.number(total) })}
      </span>
      <select className="page-size" value={view.size} onChange={(event) => go({ size: Number(event.target.value) })} aria-label={t('page.size')}>
        {sizes.map((size) => (
          <option key={size} value={size}>
            {t('page.perPage', { count: size })}
          </option>
        ))}
      </select>
      <IconButton size="small" disabled={view.page <= 1} label={t('page.previous')} onClick={() => go({ page: view.page - 1 })}>
        <Icon name="chevron-left" small />
      </IconButton>
      <IconButton size="small" disabled={view.page >= pageCount} label={t('page.next')} onClick={() => go({ page: view.page + 1 })}>
        <Icon name="chevron-right" small />
      </IconButton>
    </div>
  );
}
