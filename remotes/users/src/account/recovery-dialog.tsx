import { Button, buttonClass, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';

/** Shows recovery codes, the only time that they can be read. */
export function RecoveryDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText('users');
  const text = `${t('twoStep.file')}\n\n${codes.join('\n')}\n`;
  return (
    <Modal title={t('twoStep.codesTitle')} width="xs" onClose={onClose}>
      <div className="my-dialog">
        <p className="t2">{t('twoStep.codesText')}</p>
        <ul className="my-codes" aria-label={t('twoStep.recovery')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="my-actions">
          <a className={buttonClass()} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="outrider-recovery-codes.txt">
            {t('twoStep.download')}
          </a>
          <Button onClick={() => window.print()}>
            {t('twoStep.print')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('twoStep.saved')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
