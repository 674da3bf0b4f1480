import { useText } from '@outrider/sdk';

interface ChannelsProps {
  /** What they are of, for screen readers. */
  label: string;
  /** Cameras that the device has. */
  all: readonly number[];
  /** Chosen ones; `*` is all. */
  chosen: readonly (number | string)[];
  disabled: boolean;
  onChange: (chosen: (number | string)[]) => void;
}

/** Which cameras' video is uploaded; at least one is. */
export function Channels({ label, all, chosen, disabled, onChange }: ChannelsProps) {
  const t = useText('alerts');
  const picked = chosen.includes('*') || chosen.length === 0 ? [...all] : all.filter((one) => chosen.map(Number).includes(one));
  const change = (channel: number) => {
    const next = picked.includes(channel) ? picked.filter((one) => one !== channel) : [...picked, channel].sort((a, b) => a - b);
    if (next.length > 0) onChange(next.length === all.length ? ['*'] : next);
  };
  return (
    <span className="cfg-channels" role="group" aria-label={t('config.channelsOf', { name: label })}>
      {all.map((channel) => (
        <button key={channel} type="button" className={picked.includes(channel) ? 'cfg-channel on' : 'cfg-channel'} aria-pressed={picked.includes(channel)} disabled={disabled} aria-label={t('config.channel', { channel })} onClick={() => change(channel)}>
          {channel}
        </button>
      ))}
    </span>
  );
}
