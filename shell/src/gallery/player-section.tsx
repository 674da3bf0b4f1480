import { Loading } from '@outrider/sdk';
import { SyncedPlayer, type PlayerChannel } from '@outrider/sdk/player';
import { useEffect, useState } from 'react';

import { clipStartMs, fetchPlayerMedia, type PlayerMedia } from './player-media';
import type { GallerySection } from './section';
import { Specimen } from './specimen';

const event = { at: clipStartMs + 6000, label: 'Harsh braking' };

/** Eight cameras out of four clips, one of which failed. */
function eight(channels: readonly PlayerChannel[]): PlayerChannel[] {
  const more = channels.map((channel) => ({ ...channel, channel: channel.channel + 4, label: `CH${channel.channel + 4}` }));
  return [...channels, ...more].map((channel) => (channel.channel === 6 ? { ...channel, url: '', failed: true } : channel));
}

function PlayerSection() {
  const [media, setMedia] = useState<PlayerMedia>();
  useEffect(() => {
    let urls: string[] = [];
    let isGone = false;
    const forget = () => urls.forEach((url) => URL.revokeObjectURL(url));
    void fetchPlayerMedia().then((fetched) => {
      urls = fetched.channels.map(({ url }) => url);
      if (isGone) forget();
      else setMedia(fetched);
    });
    return () => {
      isGone = true;
      forget();
    };
  }, []);
  if (!media) {
    return <Loading />;
  }
  const { channels, tracking, imu } = media;
  const [first] = channels;
  return (
    <div className="specimens">
      <Specimen wide title="Eight channels on one clock" note="Two pages of four; CH6 failed. Space plays, arrows go a second, comma and full stop a picture; press and drag a chart, the slider, or Shift and drag to zoom">
        <SyncedPlayer label="Eight channels" channels={eight(channels)} tracking={tracking} imu={imu} event={event} thresholds={{ harsh: -0.3, severe: -0.45 }} />
      </Specimen>
      <Specimen title="One channel">
        <SyncedPlayer label="Player of one channel" channels={first ? [first] : []} />
      </Specimen>
      <Specimen title="No video" note="What has no picture can still be scrubbed">
        <SyncedPlayer label="Player without video" channels={first ? [{ ...first, url: '', failed: true }] : []} tracking={tracking} />
      </Specimen>
    </div>
  );
}

/** Recordings, charts and a timeline on one clock. */
export const playerSection: GallerySection = { id: 'player', title: 'Player', Component: PlayerSection };
