import { useState, type ReactNode } from 'react';

import { IconButton } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { channelLimits, masterOf, type PlayerChannel } from './channel';
import { ChannelTile } from './channel-tile';

export interface ChannelGridProps {
  channels: readonly PlayerChannel[];
  /** Channel numbers whose sound is heard. */
  isMuted: boolean;
  isFocusView: boolean;
  onFocusView: (isFocusView: boolean) => void;
  /** The true length of the master's file, in milliseconds. */
  onMasterLength: (durationMs: number) => void;
  /** Shown in the corner of the first picture, such as the speed. */
  corner?: ReactNode;
}

/** The channels, four a page; in the focus view one is large and the page's others stand beside it. */
export function ChannelGrid({ channels, isMuted, isFocusView, onFocusView, onMasterLength, corner }: ChannelGridProps) {
  const t = useText();
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<number>();
  const all = channels.slice(0, channelLimits.all);
  const pages = Math.max(1, Math.ceil(all.length / channelLimits.page));
  const at = Math.min(page, pages - 1);
  const shown = all.slice(at * channelLimits.page, (at + 1) * channelLimits.page);
  const master = masterOf(all);
  const focused = shown.find(({ channel }) => channel === chosen) ?? shown[0];
  const large = isFocusView && shown.length > 1 ? focused : undefined;
  const focus = (channel: number) => {
    onFocusView(!(isFocusView && channel === focused?.channel));
    setChosen(channel);
  };
  return (
    <div className="play-channels">
      <div className={`play-grid of-${shown.length}${large ? ' focus' : ''}`} role="group" aria-label={t('player.channels')}>
        {shown.map((channel) => (
          <ChannelTile
            key={channel.channel}
            channel={channel}
            isFocused={channel === large}
            isMuted={isMuted || (large ? channel !== large : channel !== master)}
            corner={channel === (large ?? shown[0]) ? corner : undefined}
            onLength={channel === master ? onMasterLength : undefined}
            onFocus={shown.length > 1 ? () => focus(channel.channel) : undefined}
          />
        ))}
      </div>
      {pages > 1 ? (
        <div className="play-pages" role="group" aria-label={t('player.pages')}>
          <IconButton size="small" disabled={at === 0} label={t('player.previousPage')} onClick={() => setPage(at - 1)}>
            <Icon name="chevron-left" small />
          </IconButton>
          <span className="num" role="status">{t('player.page', { page: at + 1, pages, first: shown[0]?.channel ?? 0, last: shown.at(-1)?.channel ?? 0 })}</span>
          <IconButton size="small" disabled={at === pages - 1} label={t('player.nextPage')} onClick={() => setPage(at + 1)}>
            <Icon name="chevron-right" small />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}
