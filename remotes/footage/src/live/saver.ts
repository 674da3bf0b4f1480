import type { Profile } from '../api/streams';
import type { LiveChannel } from './channel';
import { isLive } from './channel-state';

/** Plays those of the channels that are live, or were stopped to spare the network, anew in another size; the other live ones are stopped. */
export function replay(channels: readonly LiveChannel[], wanted: readonly number[], profile: Profile, now = Date.now()): void {
  for (const channel of channels) {
    const { state, savedAt } = channel.shown();
    if (!isLive(state) && savedAt === undefined) {
      continue;
    }
    if (wanted.includes(channel.id)) {
      channel.pause();
      void channel.play(profile);
    } else {
      channel.save(now);
    }
  }
}

/** Gives the network to the channel in focus: it is played at full size, the others wait. Without one all that waited are small again. */
export function spareFor(channels: readonly LiveChannel[], focused: number | undefined, now = Date.now()): void {
  replay(channels, focused === undefined ? channels.map(({ id }) => id) : [focused], focused === undefined ? 'sub' : 'main', now);
}
