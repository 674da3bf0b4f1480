import { Segment, useText } from '@outrider/sdk';

interface ChoiceProps {
  label: string;
  /** Undefined leaves it as it is. */
  value: boolean | undefined;
  onChange: (value: boolean | undefined) => void;
}

/** As it is, on or off. */
export function Choice({ label, value, onChange }: ChoiceProps) {
  const t = useText('alerts');
  return (
    <div className="row">
      <span className="grow">{label}</span>
      <div className="seg" role="group" aria-label={label}>
        {([undefined, true, false] as const).map((one) => (
          <Segment key={String(one)} isOn={one === value} onClick={() => onChange(one)}>
            {t(one === undefined ? 'config.asItIs' : one ? 'config.on' : 'config.off')}
          </Segment>
        ))}
      </div>
    </div>
  );
}
