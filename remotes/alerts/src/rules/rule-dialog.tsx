import { toast, useShellInfo, useText } from '@outrider/sdk';
import { Form, MultiSelect, Select, Switch, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';

import { allTypes, typeName } from '../alert/looks';
import { saveRule, type Rule } from './api';
import { Days } from './days';
import { GroupsField } from './groups-field';
import { RulePreview } from './rule-preview';
import { formOf, ruleOf, type RuleForm } from './rule-form';

interface RuleDialogProps {
  /** Undefined makes a new one. */
  rule: Rule | undefined;
  onClose: () => void;
  onSaved: () => void;
}

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);
const schema = z.object({
  name: z.string().trim().min(1).max(100), alert_types: z.array(z.string()), severity: z.string(), groups: z.array(z.string()), days: z.array(z.number()),
  from: time, to: time, by_mail: z.boolean(), in_portal: z.boolean(),
});

/** Makes or changes a rule; below it stands what it would have told of in the last 30 days. */
export function RuleDialog({ rule, onClose, onSaved }: RuleDialogProps) {
  const t = useText('alerts');
  const { session } = useShellInfo();
  const zone = rule?.zone ?? (session.Org.zone || 'UTC');
  const isOn = rule?.enabled ?? true;
  const save = async (form: RuleForm) => {
    await saveRule(rule?.id, ruleOf(form, zone, isOn));
    toast(t('rules.saved'));
    onSaved();
    onClose();
  };
  return (
    <Modal title={rule ? rule.name : t('rules.new')} onClose={onClose}>
      <Form<RuleForm, RuleForm> label={t('rules.new')} schema={schema} values={formOf(rule, t('rules.newName'))} onSubmit={save} onCancel={onClose}>
        <TextField name="name" label={t('rules.name')} required />
        <MultiSelect name="alert_types" label={t('rules.types')} placeholder={t('rules.allTypes')} options={allTypes().map((value) => ({ value, label: typeName(t, value) }))} />
        <Select name="severity" label={t('rules.severityLabel')} options={(['0', '1', '2', '3'] as const).map((value) => ({ value, label: t(`rules.severity.${value}`) }))} />
        <GroupsField name="groups" label={t('rules.groups')} placeholder={t('rules.allGroups')} />
        <Days name="days" label={t('rules.days')} />
        <div className="rules-times">
          <TextField name="from" label={t('rules.from')} />
          <TextField name="to" label={t('rules.to')} hint={t('rules.zone', { zone })} />
        </div>
        <Switch name="by_mail" label={t('rules.mailTo', { email: session.user.email })} />
        <Switch name="in_portal" label={t('rules.portal')} />
        <RulePreview zone={zone} />
      </Form>
    </Modal>
  );
}
