import { Button, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@outrider/sdk/mui';
import { useId } from 'react';

/** Says what is wrong with files that were chosen, as the reader of each says it. */
export function FileProblem({ problems, onClose }: { problems: readonly { file: string; text: string }[]; onClose: () => void }) {
  const t = useText('footage');
  const tSdk = useText();
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog open onClose={onClose} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('player.problem', { count: problems.length })}</DialogTitle>
      <DialogContent>
        <dl id={textId} className="pl-problems">
          {problems.map(({ file, text }) => (
            <div key={file}>
              <dt className="ell t2">{file}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>{tSdk('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
