import { Button } from '../buttons';
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
        <Button onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      ) : null}
      <Button type="submit" variant="primary" aria-disabled={isSubmitting} onClick={(event) => isSubmitting && event.preventDefault()}>
        {isSubmitting ? <span className="spin" aria-hidden="true" /> : null}
        {submitLabel ?? t('action.save')}
      </Button>
    </div>
  );
}
