import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FormProvider, useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

import { ApiError } from '../errors/api-error';
import { messages, useText } from '../i18n';
import { Icon } from '../icons';
import { FormActions } from './form-actions';
import { FormScopeContext } from './form-scope';
import { schemaResolver } from './schema-resolver';
import { sortErrors } from './server-errors';
import { useFormRegistry } from './use-form-scope';
import { useUnsaved } from './use-unsaved';

import './inputs.css';

export interface FormProps<I extends FieldValues, O> {
  /** What the values must be, in the system's units. Plain zod is enough: its refusals get the product's sentences. */
  schema: z.ZodType<O, I>;
  /** What is there at first. Newer ones, as from a query, replace values that the user has not changed. */
  values: DefaultValues<I>;
  /** Saves; an {@link ApiError} that it throws is shown: each of its errors on its field, the rest above the form. */
  onSubmit: (values: O) => Promise<unknown> | unknown;
  /** Shows a Cancel button. */
  onCancel?: () => void;
  /** The words of the button; Save without them. */
  submitLabel?: string;
  /** What the form is, for screen readers. */
  label: string;
  /** Every field shows its value and none can be changed. */
  readOnly?: boolean;
  /** Keeps the values after saving, dirty no more; `reset` empties the form for the next. */
  afterSave?: 'keep' | 'reset';
  /** Replaces the row of buttons; null leaves it out. */
  actions?: ReactNode;
  children: ReactNode | ((form: UseFormReturn<I, unknown, O>) => ReactNode);
}

/**
 * A form: validates while the user types, keeps what was typed whatever happens, asks before it is left with unsaved changes,
 * and saves by its button, Enter or Ctrl+Enter.
 */
export function Form<I extends FieldValues, O>(props: FormProps<I, O>) {
  const { schema, values, onSubmit, onCancel, submitLabel, label, readOnly = false, afterSave = 'keep', actions, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const { scope, showBound, isField } = useFormRegistry(readOnly);
  const [rest, setRest] = useState<string[]>([]);
  const resolver = useMemo(() => schemaResolver(schema, showBound), [schema, showBound]);
  const form = useForm<I, unknown, O>({ resolver, mode: 'onChange', defaultValues: values, shouldFocusError: true });
  const { isDirty, isSubmitting } = form.formState;
  useUnsaved(isDirty && !isSubmitting, element);
  useNewerValues(form, values);
  useLanguageOfErrors(form);

  const save = async (saved: O) => {
    setRest([]);
    try {
      await onSubmit(saved);
      form.reset(afterSave === 'reset' ? undefined : form.getValues());
    } catch (error) {
      setRest(showRefusal(form, error, isField));
    }
  };
  const submit = form.handleSubmit(save);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !readOnly) {
      event.preventDefault();
      element.current?.requestSubmit();
    }
  };

  return (
    <FormProvider {...form}>
      <FormScopeContext value={scope}>
        {/* The keys are those of the fields within. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          ref={element}
          className="form"
          aria-label={label}
          aria-busy={isSubmitting}
          noValidate
          onKeyDown={press}
          onSubmit={(event) => {
            event.stopPropagation();
            void submit(event);
          }}
        >
          <Refusal sentences={rest} />
          {typeof children === 'function' ? children(form) : children}
          {actions === undefined && !readOnly ? <FormActions submitLabel={submitLabel} onCancel={onCancel} isSubmitting={isSubmitting} /> : actions}
        </form>
      </FormScopeContext>
    </FormProvider>
  );
}

function Refusal({ sentences }: { sentences: string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentences.length > 0) {
      box.current?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [sentences]);
  return (
    <div role="alert" ref={box}>
      {sentences.length > 0 ? (
        <div className="form-refusal">
          <Icon name="warning" small />
          <div>{sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}</div>
        </div>
      ) : null}
    </div>
  );
}

/** Puts what the server refused on its fields; returns what belongs to none. */
function showRefusal<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, error: unknown, isField: (name: string) => boolean): string[] {
  const t = messages.t;
  if (!(error instanceof ApiError)) {
    console.error('save form', error);
    return [t('error.generic')];
  }
  const { fields, rest } = sortErrors(error.errors, isField);
  fields.forEach(({ name, message }, index) => form.setError(name as Path<I>, { type: 'server', message }, { shouldFocus: index === 0 }));
  if (rest.length > 0 || fields.length > 0) {
    return rest;
  }
  return [error.kind === 'offline' ? t('state.offline') : error.message];
}

/** Takes newer values from outside, but never over what the user has typed. */
function useNewerValues<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, values: DefaultValues<I>): void {
  const known = useRef(JSON.stringify(values));
  useEffect(() => {
    const next = JSON.stringify(values);
    if (next !== known.current) {
      known.current = next;
      form.reset(values, { keepDirtyValues: true, keepErrors: true });
    }
  }, [form, values]);
}

/** Says what is wrong in the language that was just chosen. */
function useLanguageOfErrors<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>): void {
  useText();
  const { language } = messages;
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current !== language) {
      shown.current = language;
      const wrong = Object.keys(form.formState.errors) as Path<I>[];
      void form.trigger(wrong);
    }
  }, [form, language]);
}
