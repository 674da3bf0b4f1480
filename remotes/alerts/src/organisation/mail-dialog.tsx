import { toast, translate, useText } from '@outrider/sdk';
import { FieldFrame, Form, MultiSelect, Select, Switch, together, useFormContext, useWatch } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';
import { useFleetTree } from '@outrider/sdk/select';
import { useId } from 'react';

import { allTypes, typeName } from '../alert/looks';
import { EmailsField } from '../config/emails-field';
import { GroupsField, vehicleOptions } from '../rules/groups-field';
import { saveMail, type MailConfig } from './api';

interface MailDialogProps {
  /** Undefined makes a new one. */
  mail: MailConfig | undefined;
  onClose: () => void;
  onSaved: () => void;
}

const required = () => translate('form.required');
const schema = z
  .object({ alert_types: z.array(z.string()).min(1), where: z.enum(['groups', 'vehicles']), nodes: z.array(z.string()), vehicles: z.array(z.string()), recipients: z.array(z.string()).min(1), enabled: z.boolean() })
  .check(together('nodes', ({ where, nodes }) => (where === 'groups' && nodes.length === 0 ? required() : undefined)))
  .check(together('vehicles', ({ where, vehicles }) => (where === 'vehicles' && vehicles.length === 0 ? required() : undefined)));
type MailForm = z.infer<typeof schema>;

const empty: MailForm = { alert_types: [], where: 'groups', nodes: [], vehicles: [], recipients: [], enabled: true };

/** Makes or changes who is mailed about types of alerts. */
export function MailDialog({ mail, onClose, onSaved }: MailDialogProps) {
  const t = useText('alerts');
  const title = t(mail ? 'org.changeMail' : 'org.newMail');
  const save = async ({ where, nodes, vehicles, ...rest }: MailForm) => {
    await saveMail({ ...rest, ...(mail ? { id: mail.id } : {}), nodes: where === 'groups' ? nodes : [], vehicles: where === 'vehicles' ? vehicles : [] });
    toast(t('org.mailSaved'));
    onSaved();
    onClose();
  };
  return (
    <Modal title={title} onClose={onClose}>
      <Form<MailForm, MailForm> label={title} schema={schema} values={mail ? { ...mail, where: mail.vehicles.length > 0 ? 'vehicles' : 'groups' } : empty} onSubmit={save} onCancel={onClose}>
        <MultiSelect name="alert_types" label={t('rules.types')} required options={allTypes().map((value) => ({ value, label: typeName(t, value) }))} />
        <Select name="where" label={t('org.where')} options={(['groups', 'vehicles'] as const).map((value) => ({ value, label: t(`org.by.${value}`) }))} />
        <Where />
        <Recipients name="recipients" label={t('config.part.recipients')} />
        <Switch name="enabled" label={t('org.enabled')} />
      </Form>
    </Modal>
  );
}

/** Groups or vehicles, as chosen above. */
function Where() {
  const t = useText('alerts');
  const { data } = useFleetTree();
  if (useWatch({ name: 'where' }) === 'groups') {
    return <GroupsField name="nodes" label={t('rules.groups')} placeholder="" />;
  }
  return <MultiSelect name="vehicles" label={t('org.by.vehicles')} required options={data ? vehicleOptions(data) : []} />;
}

function Recipients({ name, label }: { name: string; label: string }) {
  const id = useId();
  const { setValue, formState } = useFormContext();
  const emails = (useWatch({ name }) as string[] | undefined) ?? [];
  const error = formState.errors[name]?.message;
  return (
    <FieldFrame id={id} labelId={`${id}-label`} noteId={`${id}-note`} label={label} required error={typeof error === 'string' ? error : undefined}>
      <EmailsField label={label} emails={emails} known={[]} disabled={false} onChange={(next) => setValue(name, next, { shouldDirty: true, shouldValidate: true })} />
    </FieldFrame>
  );
}
