import { useText } from '../i18n';
import { Icon } from '../icons';
import { StateView } from '../states';

/** A remote that failed says so in its own place. */
export function RemoteFailure({ title, onRetry }: { title?: string; onRetry: () => void }) {
  const t = useText();
  return (
    <StateView
      icon="plug"
      role="alert"
      title={title ? t('remote.failedNamed', { title }) : t('remote.failed')}
      action={
        <button type="button" className="btn" onClick={onRetry}>
          <Icon name="refresh" small />
          {t('state.retry')}
        </button>
      }
    >
      {t('remote.failedText')}
    </StateView>
  );
}
