import { Chip, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { getChoices } from '../api/choices';

const ChoicesDialog = lazy(async () => ({ default: (await import('./choices-dialog')).ChoicesDialog }));

interface ChoicesFilterProps {
  label: string;
  /** The operation that says what there is. */
  from: string;
  value: readonly string[];
  onChange: (value: string[] | undefined) => void;
}

/** A filter whose values another plugin has: none chosen means all. */
export function ChoicesFilter({ label, from, value, onChange }: ChoicesFilterProps) {
  const t = useText('reports');
  const [isChoosing, setChoosing] = useState(false);
  const { data } = useQuery({ queryKey: ['reports', 'choices', from], queryFn: ({ signal }) => getChoices(from, signal), enabled: value.length === 1, staleTime: 60_000 });
  const one = value.length === 1 ? data?.find((choice) => choice.value === value[0])?.label : undefined;
  return (
    <>
      <Chip isOn={value.length > 0} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {t('labelled', { label, value: one ?? (value.length > 0 ? t('choices.chosen', { count: value.length }) : t('choices.all')) })}
      </Chip>
      {isChoosing ? (
        <Suspense fallback={null}>
          <ChoicesDialog
            label={label}
            from={from}
            value={value}
            onClose={() => setChoosing(false)}
            onOk={(chosen) => {
              setChoosing(false);
              onChange(chosen.length > 0 ? chosen : undefined);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
