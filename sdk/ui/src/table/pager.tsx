import { IconButton } from '../buttons';
import { Icon, type IconName } from '../icons';
import { useText } from '../i18n';
import { useFormat } from '../units';

interface PagerProps {
  page: number;
  pageCount: number;
  size: number;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** Rows a page on offer; one alone hides the choice. */
  sizes: readonly number[];
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** The bar below a table: which rows these are, how many a page, and the way to the others. */
export function Pager({ page, pageCount, size, total, sizes, onPage, onSize }: PagerProps) {
  const t = useText();
  const format = useFormat();
  const step = (icon: IconName, label: string, to: number, className = '') => (
    <IconButton className={className} label={label} disabled={to < 1 || to > pageCount || to === page} onClick={() => onPage(to)}>
      <Icon name={icon} small />
    </IconButton>
  );
  return (
    <nav className="table-pager" aria-label={t('table.pages')}>
      {sizes.length > 1 ? (
        <label className="row">
          <span className="t2 only-wide">{t('table.rowsPerPage')}</span>
          <select className="field" value={size} aria-label={t('table.rowsPerPage')} onChange={(event) => onSize(Number(event.target.value))}>
            {sizes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <span className="grow" />
      <span className="num t2" role="status">
        {total === undefined
          ? null
          : t('table.range', { first: format.number(total === 0 ? 0 : (page - 1) * size + 1), last: format.number(Math.min(total, page * size)), total: format.number(total) })}
      </span>
      <span className="row table-steps">
        {step('skip-back', t('table.firstPage'), 1, 'only-wide')}
        {step('chevron-left', t('table.previousPage'), page - 1)}
        {step('chevron-right', t('table.nextPage'), page + 1)}
        {step('skip-forward', t('table.lastPage'), pageCount, 'only-wide')}
      </span>
    </nav>
  );
}
