import { useReducer } from 'react';

/** Steps that can be taken back. */
const mostSteps = 50;

interface History<T> {
  change: (value: T) => void;
  /** Goes on with the last change: one undo takes both back. */
  amend: (value: T) => void;
  undo: () => void;
  canUndo: boolean;
}

/** What was there before each change of `value`; `undo` gives the last of it back. */
export function useHistory<T>(value: T, onChange: (value: T) => void): History<T> {
  const [past, dispatch] = useReducer((steps: readonly T[], step: { keep: T } | 'undo') => (step === 'undo' ? steps.slice(0, -1) : [...steps.slice(1 - mostSteps), step.keep]), []);
  return {
    change: (next) => {
      dispatch({ keep: value });
      onChange(next);
    },
    amend: onChange,
    undo: () => {
      if (past.length > 0) {
        dispatch('undo');
        onChange(past[past.length - 1] as T);
      }
    },
    canUndo: past.length > 0,
  };
}
