import { Icon, IconButton, useText } from '@outrider/sdk';

import type { ChannelView, LiveChannel } from './channel';
import { isSilent } from './channel-state';

interface ToolProps {
  icon: string;
  label: string;
  /** Why it cannot be used; it stays where it is, so that the keyboard comes to the reason too. */
  refusal?: string | undefined;
  onClick: () => void;
}

/** One of the controls of a channel. */
export function Tool({ icon, label, refusal, onClick }: ToolProps) {
  const isOff = refusal !== undefined;
  return (
    <IconButton size="small" className={isOff ? 'off' : undefined} label={label} title={refusal ?? label} aria-disabled={isOff || undefined} onClick={isOff ? undefined : onClick}>
      <Icon name={icon} />
    </IconButton>
  );
}

interface MuteToolProps {
  channel: LiveChannel;
  view: ChannelView;
  label: string;
}

/** Turns the sound of a channel on and off; where there is none, or none that browsers play, it says so. */
export function MuteTool({ channel, view: { muted, sound }, label }: MuteToolProps) {
  const t = useText('footage');
  const refusals = { none: 'live.noSoundOf', unsupported: 'live.unplayableOf' } as const;
  const isMuted = muted || isSilent(sound);
  return (
    <Tool
      icon={isMuted ? 'muted' : 'sound'}
      label={t(isMuted ? 'live.unmuteOf' : 'live.muteOf', { channel: label })}
      refusal={isSilent(sound) ? t(refusals[sound], { channel: label }) : undefined}
      onClick={() => channel.setMuted(!muted)}
    />
  );
}

interface MuteAllToolProps {
  channels: readonly LiveChannel[];
  isMuted: boolean;
  /** Whether it is known that no channel can be heard. */
  isSilent: boolean;
}

/** Turns the sound of all channels on and off. */
export function MuteAllTool({ channels, isMuted, isSilent: isOff }: MuteAllToolProps) {
  const t = useText('footage');
  const showsMuted = isMuted || isOff;
  const label = t(showsMuted ? 'live.unmuteAll' : 'live.muteAll');
  return (
    <IconButton
      variant="outlined" size="small" className={isOff ? 'off' : undefined}
      label={label}
      title={isOff ? t('live.noSoundAll') : label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : () => channels.forEach((channel) => channel.setMuted(!isMuted))}
    >
      <Icon name={showsMuted ? 'muted' : 'sound'} small />
    </IconButton>
  );
}
