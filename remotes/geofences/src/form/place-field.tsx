import { useEffect, useState } from 'react';

import type { Area } from '../api/fences';
import { TrialLayer } from '../trial/trial-layer';
import { TrialPanel } from '../trial/trial-panel';
import { useTrial } from '../trial/use-trial';
import { ShapeField } from './shape-field';

/** Where a geofence is, over what it would have raised there. */
export function PlaceField({ id, kind, readOnly }: { id: string | undefined; kind: Area['type'] | undefined; readOnly: boolean }) {
  const { state, start, cancel, canStart } = useTrial(id);
  const [chosen, setChosen] = useState<number>();
  const trial = state.step === 'done' ? state.trial : undefined;
  useEffect(() => setChosen(undefined), [trial]);
  return (
    <div className="gf-place">
      <ShapeField id={id} kind={kind} readOnly={readOnly}>
        <TrialLayer trial={trial} chosen={chosen} onChoose={setChosen} />
      </ShapeField>
      {readOnly ? null : <TrialPanel fenceId={id} state={state} canStart={canStart} onStart={start} onCancel={cancel} chosen={chosen} onChoose={setChosen} />}
    </div>
  );
}
