import { Icon, useFormat, useText } from '@outrider/sdk';

/** Over the rows: how many alerts came meanwhile, and shows them. */
export function Waiting({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useText('alerts');
  const format = useFormat();
  return (
    <div className="alerts-waiting" role="status">
      {count > 0 ? (
        <button type="button" className="alerts-waiting-show" onClick={onShow}>
          <Icon name="chevron-up" small />
          {t('list.waiting', { count, formatted: format.number(count) })}
        </button>
      ) : null}
    </div>
  );
}
