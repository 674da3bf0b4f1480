import { snackbar, useText, type VehiclePanelProps } from '@outrider/sdk';
import { Checkbox, Form, TextField } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';

import { createNote } from './api/note';

import './logbook.css';

const schema = z.object({ text: z.string().min(1).max(500), urgent: z.boolean() });

/** The panel of the vehicle action: one note about one vehicle. What the server refuses is shown on its field. */
export function NoteForm({ vehicle, close }: VehiclePanelProps) {
  const t = useText('logbook');
  const save = async ({ text, urgent }: z.infer<typeof schema>) => {
    await createNote(vehicle.id, text, urgent);
    snackbar(t('written', { vehicle: vehicle.name }));
    close();
  };
  return (
    <section className="logbook-panel">
      <h2>{t('about', { vehicle: vehicle.name })}</h2>
      <Form label={t('write')} schema={schema} values={{ text: '', urgent: false }} onSubmit={save} onCancel={close}>
        <TextField name="text" label={t('text')} rows={4} maxLength={500} required />
        <Checkbox name="urgent" label={t('urgent')} />
      </Form>
    </section>
  );
}
