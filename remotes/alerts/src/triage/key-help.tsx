import { Button, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@outrider/sdk/mui';

/** The keys of the page. */
export function KeyHelp({ isOpen, onClose, canFlag, canDownload }: { isOpen: boolean; onClose: () => void; canFlag: boolean; canDownload: boolean }) {
  const t = useText('alerts');
  const keys = [['J', 'next'], ['K', 'previous'], ['V', 'play'], ['R', 'read'], ['A', 'archive'], ['1', 'rate1'], ['2', 'rate2'], ['3', 'rate3'], ['4', 'rate4'], ...(canFlag ? [['F', 'flag'] as const] : []), ...(canDownload ? [['D', 'download'] as const] : []), ['?', 'help']] as const;
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby="alerts-keys">
      <DialogTitle id="alerts-keys">{t('keys.title')}</DialogTitle>
      <DialogContent>
        <dl className="key-list">
          {keys.map(([key, name]) => (
            <div key={key}>
              <dt>
                <kbd className="kbd">{key}</kbd>
              </dt>
              <dd>{t(`keys.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
