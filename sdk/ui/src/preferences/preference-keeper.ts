import { inverse, merged, type Patch } from './merge';

/** What the keeper needs around it. */
export interface PreferenceParts {
  /** The preferences as they are shown now. */
  shown: () => Patch;
  show: (preferences: Patch) => void;
  /** Reads the user's document. */
  read: () => Promise<Patch>;
  /** Has the server merge a change into it. */
  write: (change: Patch) => Promise<void>;
  /** Whose preferences these are; undefined while nobody is signed in. */
  owner: () => string | undefined;
  /** To the other tabs. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
}

/**
 * Shows a changed preference at once and keeps it with the user. Only the change is sent, and the server merges it, so tabs that change
 * different things keep all of it; after each change the other tabs read the document again and show the same.
 */
export class PreferenceKeeper {
  readonly #parts: PreferenceParts;
  #last: Promise<unknown> = Promise.resolve();
  #unsaved = 0;
  #version = 0;

  constructor(parts: PreferenceParts) {
    this.#parts = parts;
    parts.channel.addEventListener('message', (event) => {
      if ((event as MessageEvent<{ owner?: string }>).data?.owner === parts.owner()) {
        void this.#queue(() => this.#readAgain());
      }
    });
  }

  /** Counts changes: whoever reads preferences along with something else keeps what is shown if this moved meanwhile. */
  get version(): number {
    return this.#version;
  }

  /** Shows the change and saves it; false if it could not be saved, and then it is taken back. Changes are saved in their order. */
  save(change: Patch): Promise<boolean> {
    const { shown, show, write, owner, channel } = this.#parts;
    const back = inverse(shown(), change);
    this.#unsaved += 1;
    this.#version += 1;
    show(merged(shown(), change));
    return this.#queue(async () => {
      try {
        await write(change);
        channel.postMessage({ owner: owner() });
        return true;
      } catch (error) {
        console.error('save preferences', error);
        show(merged(shown(), back));
        return false;
      } finally {
        this.#unsaved -= 1;
        this.#version += 1;
      }
    });
  }

  async #readAgain(): Promise<void> {
    const before = this.#version;
    const read = await this.#parts.read().catch(() => undefined);
    if (before !== this.#version || this.#unsaved > 0) {
      void this.#queue(() => this.#readAgain()); // what was read is older than what is being saved: read once that is done
    } else if (read) {
      this.#version += 1;
      this.#parts.show(read);
    }
  }

  #queue<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
