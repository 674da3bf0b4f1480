import { Button, toast, useText } from '@outrider/sdk';
import { type ReactNode } from 'react';

interface ShownOnceProps {
  secret: string;
  label: string;
  text: string;
  copied: string;
  onClose: () => void;
  /** How it is used. */
  children?: ReactNode;
}

/** Shows a secret, the only time that it can be read. */
export function ShownOnce({ secret, label, text, copied, onClose, children }: ShownOnceProps) {
  const t = useText('users');
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => toast(copied),
      () => toast(t('apiKeys.notCopied'), 'error'),
    );
  return (
    <div className="api-keys-form">
      <p className="t2">{text}</p>
      <code className="api-keys-secret" aria-label={label}>
        {secret}
      </code>
      {children}
      <div className="api-keys-actions">
        <Button onClick={copy}>
          {t('apiKeys.copy')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('apiKeys.done')}
        </Button>
      </div>
    </div>
  );
}

/** Shows a new key, and how a program sends it. */
export function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText('users');
  return (
    <ShownOnce secret={secret} label={t('apiKeys.secret')} text={t('apiKeys.madeText')} copied={t('apiKeys.copied')} onClose={onClose}>
      <p className="t2 s12">{t('apiKeys.how')}</p>
      <code className="api-keys-secret s12">{`curl -H "Authorization: Bearer $KEY" ${location.origin}/api/session`}</code>
    </ShownOnce>
  );
}
