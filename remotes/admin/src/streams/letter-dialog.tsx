import { Button, Failure, Loading, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@outrider/sdk/mui';
import { useQuery } from '@tanstack/react-query';

import { getLetter } from '../api/streams';
import { useFigures } from '../ui/figures';
import type { Verb } from './use-settling';

interface LetterDialogProps {
  sequence: number;
  onClose: () => void;
  /** Absent for those who only look. */
  onSettle: ((verb: Verb) => void) | undefined;
}

/** One dead letter: why, how often, for whom, and the message itself. */
export function LetterDialog({ sequence, onClose, onSettle }: LetterDialogProps) {
  const t = useText('admin');
  const f = useFigures();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const query = useQuery({ queryKey: ['admin', 'letter', sequence], queryFn: ({ signal }) => getLetter(sequence, signal) });
  const letter = query.data?.letter;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={isNarrow} aria-labelledby="letter-title">
      <DialogTitle id="letter-title">{t('letters.one', { sequence })}</DialogTitle>
      <DialogContent>
        {!query.data || !letter ? (
          query.isError ? <Failure error={query.error} /> : <Loading rows={4} />
        ) : (
          <>
            <dl className="ops-pairs">
              <dt>{t('letters.reason')}</dt>
              <dd>{letter.reason}</dd>
              <dt>{t('letters.subject')}</dt>
              <dd className="mono ops-break">{letter.subject}</dd>
              <dt>{t('letters.consumer')}</dt>
              <dd className="mono">{query.data.consumer || t('letters.noConsumer')}</dd>
              <dt>{t('letters.attempts')}</dt>
              <dd>{letter.attempts || '–'}</dd>
              <dt>{t('letters.at')}</dt>
              <dd>{f.format.dateTime(letter.at)}</dd>
              <dt>{t('letters.event')}</dt>
              <dd className="mono ops-break">{letter.event_id || '–'}</dd>
              <dt>{t('organisation')}</dt>
              <dd>{letter.org_id || '–'}</dd>
            </dl>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
            <pre className="ops-pre" tabIndex={0} aria-label={t('letters.content')}>
              {query.data.envelope !== undefined ? JSON.stringify(query.data.envelope, null, 2) : query.data.text}
            </pre>
          </>
        )}
      </DialogContent>
      <DialogActions>
        {onSettle && query.data ? (
          <>
            <Button onClick={() => onSettle('discard')}>
              {t('letters.discard')}
            </Button>
            <Button variant="primary" disabled={query.data.consumer === ''} onClick={() => onSettle('replay')}>
              {t('letters.replay')}
            </Button>
          </>
        ) : null}
        <Button variant="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
