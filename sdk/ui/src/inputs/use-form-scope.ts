import { useMemo, useRef } from 'react';

import type { FormScope } from './form-scope';
import type { ShowBound } from './issue-message';

/** The registry of a form's fields: what they are called, and how they write bounds. */
export function useFormRegistry(readOnly: boolean): { scope: FormScope; showBound: ShowBound; isField: (name: string) => boolean } {
  const bounds = useRef(new Map<string, (bound: number) => string>());
  const fields = useRef(new Map<string, number>());
  const scope = useMemo<FormScope>(
    () => ({
      readOnly,
      registerBound: (name, show) => {
        bounds.current.set(name, show);
        return () => bounds.current.delete(name);
      },
      registerField: (name) => {
        fields.current.set(name, (fields.current.get(name) ?? 0) + 1);
        return () => {
          const left = (fields.current.get(name) ?? 1) - 1;
          if (left > 0) fields.current.set(name, left);
          else fields.current.delete(name);
        };
      },
    }),
    [readOnly],
  );
  return useMemo(
    () => ({ scope, showBound: (path: string, bound: number) => bounds.current.get(path)?.(bound), isField: (name: string) => fields.current.has(name) }),
    [scope],
  );
}
