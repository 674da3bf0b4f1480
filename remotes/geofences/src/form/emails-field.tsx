import { check, contributionsTo, email, Icon, IconButton, RemotePart, RemoveButton, translate, useText, type RecipientPickerProps } from '@outrider/sdk';
import { FieldFrame, useFormContext, useWatch, type FieldProps } from '@outrider/sdk/inputs';
import { useId, useMemo, useState } from 'react';

/** Addresses as chips: typed or pasted, many at once, or chosen where another plugin brings people. What is no address stays and says so. */
export function EmailsField({ name, label, hint }: FieldProps) {
  const t = useText('geofences');
  const id = useId();
  const { setValue, getFieldState } = useFormContext();
  const emails = useWatch({ name }) as string[];
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [isPicking, setPicking] = useState(false);
  const set = (next: string[]) => setValue(name, next, { shouldDirty: true, shouldValidate: true });
  const add = (typed: readonly string[]) => {
    const refused = typed.filter((one) => check(one, email) !== undefined);
    const fresh = typed.filter((one) => !refused.includes(one) && !emails.some((have) => have.toLowerCase() === one.toLowerCase()));
    if (fresh.length > 0) set([...emails, ...new Set(fresh)]);
    setText(refused.join(' '));
    setWrong(refused.length > 0 ? translate('form.email') : undefined);
  };
  const take = () => add(text.split(/[\s,;]+/).filter(Boolean));
  const pickers = contributionsTo('recipient-picker');
  const props = useMemo(() => ({ emails, onPick: add, close: () => setPicking(false) }) satisfies RecipientPickerProps, [emails]); // eslint-disable-line react-hooks/exhaustive-deps -- `add` is that of these addresses
  return (
    <FieldFrame id={id} noteId={`${id}-note`} label={label} hint={hint} error={wrong ?? getFieldState(name).error?.message}>
      <span className={wrong ? 'gf-emails wrong' : 'gf-emails'}>
        {emails.map((one) => (
          <span key={one} className="chip">
            <span className="ell">{one}</span>
            <RemoveButton label={t('form.removeEmail', { email: one })} onClick={() => set(emails.filter((other) => other !== one))} />
          </span>
        ))}
        <input
          id={id} type="text" inputMode="email" autoComplete="off" value={text} placeholder={emails.length === 0 ? t('form.addEmail') : ''} aria-invalid={wrong !== undefined} aria-describedby={`${id}-note`}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(undefined);
          }}
          onBlur={take}
          onKeyDown={(event) => {
            if (['Enter', ',', ';'].includes(event.key) && text.trim() !== '') {
              event.preventDefault();
              take();
            }
          }}
        />
        {pickers.length > 0 ? (
          <IconButton size="small" label={t('form.pickEmails')} onClick={() => setPicking(true)}>
            <Icon name="contacts" small />
          </IconButton>
        ) : null}
      </span>
      {isPicking ? pickers.map(({ remote, module }) => <RemotePart key={`${remote} ${module}`} address={{ remote, module }} props={{ ...props }} />) : null}
    </FieldFrame>
  );
}
