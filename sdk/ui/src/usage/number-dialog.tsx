import { useText } from '../i18n';
import { Form, NumberField, type Quantity } from '../inputs';
import { Modal } from '../modal';
import * as z from '../schema';

export interface NumberDialogProps {
  title: string;
  label: string;
  hint: string;
  quantity: Quantity;
  /** In the system's unit. */
  value: number | null;
  least: number;
  most: number;
  isOptional?: boolean;
  onClose: () => void;
  onSave: (value: number | null) => Promise<unknown>;
}

/** Asks for one number of a vehicle, in the user's unit. */
export function NumberDialog({ title, label, hint, quantity, value, least, most, isOptional = false, onClose, onSave }: NumberDialogProps) {
  const t = useText();
  return (
    <Modal title={title} width="xs" onClose={onClose}>
      <Form
        label={title}
        schema={z.object({ value: isOptional ? z.number().min(least).max(most).nullable() : z.number().min(least).max(most) })}
        values={{ value: value ?? undefined }}
        submitLabel={t('action.save')}
        onCancel={onClose}
        onSubmit={async (typed) => {
          await onSave(typed.value);
          onClose();
        }}
      >
        <NumberField name="value" label={label} hint={hint} quantity={quantity} required={!isOptional} digits={0} />
      </Form>
    </Modal>
  );
}
