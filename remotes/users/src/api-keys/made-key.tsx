import { toast, useText } from '@outrider/sdk';

/** Shows a new key, the only time that it can be read, and how a program sends it. */
export function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText('users');
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => toast(t('apiKeys.copied')),
      () => toast(t('apiKeys.notCopied'), 'error'),
    );
  return (
    <div className="api-keys-form">
      <p className="t2">{t('apiKeys.madeText')}</p>
      <code className="api-keys-secret" aria-label={t('apiKeys.secret')}>
        {secret}
      </code>
      <p className="t2 s12">{t('apiKeys.how')}</p>
      <code className="api-keys-secret s12">{`curl -H "Authorization: Bearer $KEY" ${location.origin}/api/session`}</code>
      <div className="api-keys-actions">
        <button type="button" className="btn" onClick={copy}>
          {t('apiKeys.copy')}
        </button>
        <button type="button" className="btn primary" onClick={onClose}>
          {t('apiKeys.done')}
        </button>
      </div>
    </div>
  );
}
