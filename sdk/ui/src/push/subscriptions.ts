import type { PushMessage } from './push-message';

/** Topics whose updates are announced under another name. */
const announcedAs: Record<string, string> = { filesetRequest: 'fileUpdateProgress' };

/** What a screen wants to hear of. */
export interface Subscription {
  topic: string;
  context?: string;
  values?: string[];
  /** Gets the new values of each update. */
  onValues: (values: unknown[], message: PushMessage) => void;
  /** Updates may have been missed: read the snapshot over HTTP again. Also called every 30 s while polling. */
  onResync?: () => void;
  /** The server refused; `kind` as of an ApiError. */
  onRefused?: (kind: string) => void;
}

/** What the screens of a tab have subscribed to; several may share a topic. */
export class Subscriptions {
  readonly #all = new Set<Subscription>();

  add(subscription: Subscription): void {
    this.#all.add(subscription);
  }

  /** Forgets one, and says whether its topic is now wanted by nobody. */
  remove(subscription: Subscription): boolean {
    this.#all.delete(subscription);
    return ![...this.#all].some(({ topic }) => topic === subscription.topic);
  }

  /** One subscription for each different wish, since the server need not hear the same wish twice. */
  different(): Subscription[] {
    return [...new Map([...this.#all].map((s) => [keyOf(s), s])).values()];
  }

  /** Acts on those that a message of `topic` is for, and says whether there were any. */
  each(topic: string | undefined, act: (subscription: Subscription) => void): boolean {
    const chosen = [...this.#all].filter((s) => s.topic === topic || announcedAs[s.topic] === topic);
    chosen.forEach(act);
    return chosen.length > 0;
  }

  /** Tells every screen to read its snapshot again. */
  resync(): void {
    this.#all.forEach((s) => s.onResync?.());
  }
}

function keyOf({ topic, context, values }: Subscription): string {
  return JSON.stringify([topic, context, values]);
}
