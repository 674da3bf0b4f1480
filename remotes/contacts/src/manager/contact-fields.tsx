import { Icon, RemoveButton, useText, type Translate } from '@outrider/sdk';
import { useId, useState } from 'react';

import type { Draft } from '../api/contacts';

type Problems = Partial<Record<keyof Draft, string>>;

const emailShape = /^[^\s@,;"]+@[^\s@,;"]+\.[^\s@,;"]+$/;

/** What is wrong with a draft, by its fields. */
export function problemsOf(t: Translate<'contacts'>, draft: Draft): Problems {
  return {
    ...(draft.firstName.trim() === '' ? { firstName: t('required') } : {}),
    ...(draft.lastName.trim() === '' ? { lastName: t('required') } : {}),
    ...(emailShape.test(draft.email.trim()) ? {} : { email: t('invalidEmail') }),
  };
}

interface ContactFieldsProps {
  draft: Draft;
  problems: Problems;
  /** Whether fields that nobody has touched say what is wrong with them. */
  showAll: boolean;
  readOnly: boolean;
  onChange: (draft: Draft) => void;
}

/** The fields of a contact. */
export function ContactFields({ draft, problems, showAll, readOnly, onChange }: ContactFieldsProps) {
  const t = useText('contacts');
  const [touched, setTouched] = useState<Set<string>>(new Set());
  const field = (name: 'firstName' | 'lastName' | 'email' | 'mobile' | 'telephone', type: 'email' | 'tel' | 'text', max: number) => (
    <Field
      label={t(`field.${name}`)}
      isOptional={name === 'mobile' || name === 'telephone'}
      type={type}
      maxLength={max}
      value={draft[name]}
      readOnly={readOnly}
      problem={!readOnly && (showAll || touched.has(name)) ? problems[name] : undefined}
      onBlur={() => setTouched(new Set(touched).add(name))}
      onChange={(value) => {
        if (value !== '') setTouched(new Set(touched).add(name)); // forms validate as one types
        onChange({ ...draft, [name]: value });
      }}
    />
  );
  return (
    <>
      <div className="ct-pair">
        {field('firstName', 'text', 100)}
        {field('lastName', 'text', 100)}
      </div>
      {field('email', 'email', 254)}
      <div className="ct-pair">
        {field('mobile', 'tel', 40)}
        {field('telephone', 'tel', 40)}
      </div>
      <Tags tags={draft.tags} readOnly={readOnly} onChange={(tags) => onChange({ ...draft, tags })} />
    </>
  );
}

interface FieldProps {
  label: string;
  isOptional: boolean;
  type: string;
  maxLength: number;
  value: string;
  readOnly: boolean;
  problem: string | undefined;
  onBlur: () => void;
  onChange: (value: string) => void;
}

function Field({ label, isOptional, type, maxLength, value, readOnly, problem, onBlur, onChange }: FieldProps) {
  const t = useText('contacts');
  const id = useId();
  return (
    <div className="ct-field">
      <label className="label" htmlFor={id}>
        {label} {isOptional ? <span className="t3">{t('optional')}</span> : null}
      </label>
      <input id={id} type={type} autoComplete="off" maxLength={maxLength} value={value} readOnly={readOnly} aria-invalid={problem !== undefined} aria-describedby={`${id}-note`} onBlur={onBlur} onChange={(event) => onChange(event.target.value)} />
      <span id={`${id}-note`} className="ct-wrong">
        {problem ? <Icon name="warning" small /> : null}
        {problem}
      </span>
    </div>
  );
}

function Tags({ tags, readOnly, onChange }: { tags: readonly string[]; readOnly: boolean; onChange: (tags: string[]) => void }) {
  const t = useText('contacts');
  const id = useId();
  const [text, setText] = useState('');
  const add = () => {
    const tag = text.trim();
    if (tag !== '' && !tags.some((one) => one.toLowerCase() === tag.toLowerCase())) onChange([...tags, tag]);
    setText('');
  };
  return (
    <div className="ct-field">
      <label className="label" htmlFor={id}>{t('field.tags')}</label>
      <div className="ct-box">
        {tags.map((tag) => (
          <span key={tag} className="ct-chip">
            &nbsp;{tag}
            {readOnly ? null : (
              <RemoveButton label={t('removeTagOf', { tag })} onClick={() => onChange(tags.filter((one) => one !== tag))} />
            )}
          </span>
        ))}
        <input
          id={id}
          maxLength={40}
          value={text}
          readOnly={readOnly}
          onBlur={add}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
              event.preventDefault();
              add();
            }
          }}
        />
      </div>
    </div>
  );
}
