import { createContext, useContext, useEffect } from 'react';

/** What fields tell their form beyond their values. */
export interface FormScope {
  /** Fields say how they write a bound in the user's unit; returns how to take it back. */
  registerBound: (name: string, show: (bound: number) => string) => () => void;
  /** Fields that are on the page, so that a server's refusal finds its place. */
  registerField: (name: string) => () => void;
  /** Every field shows its value and cannot be changed. */
  readOnly: boolean;
}

const outside: FormScope = { registerBound: () => () => {}, registerField: () => () => {}, readOnly: false };

export const FormScopeContext = createContext<FormScope>(outside);

/** The form around a field. */
export function useFormScope(): FormScope {
  return useContext(FormScopeContext);
}

/** Makes a field known to its form while it is shown. */
export function useRegisteredField(name: string): FormScope {
  const scope = useFormScope();
  const { registerField } = scope;
  useEffect(() => registerField(name), [registerField, name]);
  return scope;
}
