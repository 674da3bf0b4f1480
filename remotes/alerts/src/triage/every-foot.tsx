import { Button, useFormat, useText } from '@outrider/sdk';

import { mostIds } from '../api/alerts';

interface EveryFootProps {
  /** How many are chosen on the page. */
  count: number;
  total: number;
  /** Those on all pages are chosen. */
  isEvery: boolean;
  onEvery: (isEvery: boolean) => void;
}

/** In place of the pages while all rows are chosen: chooses what matches on all pages, too. It has the height of what it stands for, so that no row moves. */
export function EveryFoot({ count, total, isEvery, onEvery }: EveryFootProps) {
  const t = useText('alerts');
  const format = useFormat();
  const most = Math.min(total, mostIds);
  return (
    <div className="list-foot">
      <span className="grow num" role="status">
        {isEvery ? t(total > mostIds ? 'list.everyFirst' : 'list.every', { count: most, formatted: format.number(most) }) : t('list.pageChosen', { count, formatted: format.number(count) })}
      </span>
      <Button variant="quiet" size="small" onClick={() => onEvery(!isEvery)}>
        {isEvery ? t('list.pageOnly') : t(total > mostIds ? 'list.chooseFirst' : 'list.chooseEvery', { count: most, formatted: format.number(most) })}
      </Button>
    </div>
  );
}
