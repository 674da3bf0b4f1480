import { useText } from '../i18n';

export interface FormActionsProps {
  submitLabel?: string | undefined;
  onCancel?: (() => void) | undefined;
  isSubmitting: boolean;
}

/** Cancel and Save; Save shows that it is under way and cannot be pressed twice. */
export function FormActions({ submitLabel, onCancel, isSubmitting }: FormActionsProps) {
  const t = useText();
  return (
    <div className="form-actions">
      {onCancel ? (
        <button type="button" className="btn" onClick={onCancel}>
          {t('action.cancel')}
        </button>
      ) : null}
      <button type="submit" className="btn primary" aria-disabled={isSubmitting} onClick={(event) => isSubmitting && event.preventDefault()}>
        {isSubmitting ? <span className="spin" aria-hidden="true" /> : null}
        {submitLabel ?? t('action.save')}
      </button>
    </div>
  );
}
