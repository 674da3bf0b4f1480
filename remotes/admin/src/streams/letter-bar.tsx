import { Button, Icon, useText } from '@outrider/sdk';

import type { Progress, Verb } from './use-settling';

interface LetterBarProps {
  selected: number;
  progress: Progress | undefined;
  onSettle: (verb: Verb, all: boolean) => void;
  onStop: () => void;
}

/** What can be done with the chosen dead letters, or with all that match; while it is done, how far it is. */
export function LetterBar({ selected, progress, onSettle, onStop }: LetterBarProps) {
  const t = useText('admin');
  if (progress) {
    return (
      <div className="ops-bar ops-progress" role="status">
        <i className="ops-spin" aria-hidden="true" />
        <span className="grow">{t(`letters.progress.${progress.verb}`, { done: progress.done, failed: progress.failed })}</span>
        <Button size="small" onClick={onStop}>
          {t('letters.stop')}
        </Button>
      </div>
    );
  }
  return (
    <div className="ops-bar">
      <span className="t2 s12 grow">{t('letters.selected', { count: selected })}</span>
      <Button size="small" disabled={selected === 0} onClick={() => onSettle('replay', false)}>
        <Icon name="refresh" small />
        {t('letters.replay')}
      </Button>
      <Button size="small" disabled={selected === 0} onClick={() => onSettle('discard', false)}>
        <Icon name="close" small />
        {t('letters.discard')}
      </Button>
      <Button variant="soft" size="small" onClick={() => onSettle('replay', true)}>
        {t('letters.replayAll')}
      </Button>
      <Button variant="quiet" size="small" onClick={() => onSettle('discard', true)}>
        {t('letters.discardAll')}
      </Button>
    </div>
  );
}
