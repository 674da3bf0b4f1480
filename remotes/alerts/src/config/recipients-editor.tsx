import { contributedAlertTypes, useManifestText, useText } from '@outrider/sdk';

import type { Listed } from './api';
import { EmailsField } from './emails-field';
import { inputs, mailedKinds } from './kinds';

interface RecipientsEditorProps {
  lists: readonly Listed[];
  /** What an input is called. */
  nameOf: (pin: number) => string;
  disabled: boolean;
  onChange: (lists: Listed[]) => void;
}

/** Who is mailed, a line a kind of alert and an input. */
export function RecipientsEditor({ lists, nameOf, disabled, onChange }: RecipientsEditorProps) {
  const t = useText('alerts');
  const text = useManifestText();
  const rows = [
    ...mailedKinds.map((alert_type) => ({ alert_type: alert_type as string, pin: 0, label: t(`config.kind.${alert_type}`) })),
    ...contributedAlertTypes().map(({ id, title }) => ({ alert_type: id, pin: 0, label: text(title) })),
    ...inputs.map((pin) => ({ alert_type: 'io', pin: pin as number, label: nameOf(pin) })),
  ];
  const emailsOf = (alert_type: string, pin: number) => lists.find((one) => one.alert_type === alert_type && one.pin === pin)?.emails ?? [];
  const change = (alert_type: string, pin: number, emails: string[]) => {
    const others = lists.filter((one) => one.alert_type !== alert_type || one.pin !== pin);
    onChange(emails.length > 0 ? [...others, { alert_type, pin, emails }] : others);
  };
  const everyone = [...new Set(lists.flatMap(({ emails }) => emails))];
  return (
    <ul className="cfg-rows">
      {rows.map(({ alert_type, pin, label }) => (
        <li key={`${alert_type} ${pin}`} className="cfg-row cfg-mail">
          <span className="cfg-mail-name">{label}</span>
          <EmailsField label={t('config.recipientsOf', { name: label })} emails={emailsOf(alert_type, pin)} known={everyone} disabled={disabled} onChange={(emails) => change(alert_type, pin, emails)} />
        </li>
      ))}
    </ul>
  );
}

/** Whether two lists say the same, in whatever order. */
export function sameLists(a: readonly Listed[], b: readonly Listed[]): boolean {
  const text = (lists: readonly Listed[]) => lists.flatMap(({ alert_type, pin, emails }) => emails.map((email) => `${alert_type} ${pin} ${email}`)).sort().join('\n');
  return text(a) === text(b);
}
