import { usePushState, useText } from '@outrider/sdk';
import { Tooltip } from '@outrider/sdk/mui';

/** Whether the page is live: a dot and a word, and on a longer look what it means. */
export function LiveState() {
  const t = useText('shell');
  const state = usePushState();
  return (
    <Tooltip title={t(`live.${state}Text`)}>
      <span className={`live ${state}`} role="status">
        <span>{t(`live.${state}`)}</span>
      </span>
    </Tooltip>
  );
}
