import { Listeners } from './listeners';
import { parsePushMessage, type PushMessage } from './push-message';
import { closeCodes, pushLimits, type PushParts, type PushState, type TimerName } from './push-parts';
import { type Subscription, Subscriptions } from './subscriptions';

/**
 * The one push connection of a tab. It connects, asks for its connection id, subscribes, and after a loss does all of it
 * again: at once with growing pauses, at most 30 times, then whenever the 30 s check finds a restart queued.
 */
export class PushClient {
  readonly #parts: PushParts;
  readonly #subscriptions = new Subscriptions();
  readonly #stateListeners = new Listeners<[]>();
  readonly #changeListeners = new Listeners<[part: string]>();
  #state: PushState = 'connecting';
  #socket: WebSocket | undefined;
  #connectionId: string | undefined;
  #attempts = 0;
  #restartQueued = false;
  #wasLive = false;
  #timers = new Map<TimerName, ReturnType<typeof setTimeout>>();
  #check: ReturnType<typeof setInterval> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;

  constructor(parts: PushParts) {
    this.#parts = parts;
  }

  /** How the connection is; see {@link onState}. */
  state = (): PushState => this.#state;

  /** Calls `listener` after every change of state until the returned function is called. */
  onState = this.#stateListeners.add;

  /** Calls `listener` whenever the organisation's modules or settings have changed (`part`), until the returned function is called. */
  onChanged = this.#changeListeners.add;

  /** The id that the server gave this connection; the calls that subscribe over HTTP want it. */
  connectionId(): string | undefined {
    return this.#connectionId;
  }

  /** Opens the connection and keeps it open. */
  start(): void {
    this.stop();
    this.#check = setInterval(() => this.#restartIfQueued(), pushLimits.restartCheckMs);
    this.#open();
  }

  /** Uses no connection: asks every 30 s instead. */
  startPolling(): void {
    this.stop();
    this.#setPolling(true);
  }

  /** Closes the connection and forgets every timer. */
  stop(): void {
    clearInterval(this.#check);
    this.#setPolling(false);
    this.#attempts = 0;
    this.#restartQueued = false;
    this.#drop();
  }

  /** Tries at once: the network is back, or the tab is looked at again. */
  wake(): void {
    if (this.#restartQueued) {
      this.#attempts = 0;
      this.#open();
    }
  }

  /** Gives the connection up at once: the browser says that its network is gone. */
  cut(): void {
    if (this.#socket) {
      this.#lost(this.#socket);
    }
  }

  /** Hands the server a renewed token on the open connection. */
  renewToken(token: string): void {
    this.#send({ action: 'token', token });
  }

  /** Subscribes until the returned function is called. Screens may share a topic. */
  subscribe(subscription: Subscription): () => void {
    this.#subscriptions.add(subscription);
    this.#announce(subscription);
    return () => {
      if (this.#subscriptions.remove(subscription)) {
        this.#send({ action: 'unsubscribe', subscriptionType: subscription.topic });
      }
    };
  }

  #open(): void {
    const token = this.#parts.token();
    this.#drop();
    this.#restartQueued = false;
    if (!token) {
      this.#queueRestart();
      return;
    }
    this.#attempts += 1;
    const socket = this.#parts.connect(token);
    this.#socket = socket;
    this.#after('handshake', pushLimits.handshakeMs, () => this.#lost(socket));
    socket.onopen = () => this.#send({ action: 'getConnectionId' });
    socket.onmessage = (event: MessageEvent) => {
      this.#keepAlive(socket);
      this.#receive(String(event.data));
    };
    socket.onclose = (event?: CloseEvent) => this.#lost(socket, event?.code);
  }

  #receive(text: string): void {
    const message = parsePushMessage(text);
    if (message === undefined) {
      this.#connected(text);
      return;
    }
    switch (message.action) {
      case 'subscribed':
      case 'unsubscribed':
      case 'token':
      case 'pong':
        return;
      case 'waiting': // the server cannot tell what this user may see: news wait until it can
      case 'resumed':
        this.#setState(message.action === 'resumed' ? 'live' : 'reconnecting');
        return;
      case 'error':
        this.#subscriptions.each(message.subscription_type, (s) => s.onRefused?.(message.kind ?? 'internal'));
        return;
      case 'changed':
        this.#changeListeners.tell(message.part ?? '');
        return;
      case 'resync':
        this.#subscriptions.each(message.subscription_type, (s) => s.onResync?.());
        return;
      default:
        this.#deliver(message);
    }
  }

  #connected(id: string): void {
    clearTimeout(this.#timers.get('handshake'));
    this.#connectionId = id;
    this.#attempts = 0;
    this.#setPolling(false);
    this.#subscriptions.different().forEach((s) => this.#announce(s));
    if (this.#wasLive) {
      this.#subscriptions.resync();
    }
    this.#wasLive = true;
    this.#setState('live');
  }

  #deliver(message: PushMessage): void {
    const values = Array.isArray(message.value) ? message.value : [message.value];
    const heard = this.#subscriptions.each(message.subscription_type, (s) => s.onValues(values, message));
    if (!heard) {
      this.#parts.log(`push: nobody handles ${message.subscription_type ?? message.action ?? 'a message without a type'}`);
    }
  }

  #lost(socket: WebSocket, code?: number): void {
    if (socket !== this.#socket) {
      return;
    }
    this.#drop();
    if (code === closeCodes.notAllowed) {
      this.#attempts = pushLimits.attempts;
    } else if (code === closeCodes.tokenOver) {
      void this.#parts.renew(this.#parts.token()).catch(() => undefined);
    }
    this.#queueRestart();
  }

  /** A cut network closes nothing: a connection that has been silent is asked, and one that does not answer is lost. */
  #keepAlive(socket: WebSocket): void {
    this.#after('silence', pushLimits.pingEveryMs, () => {
      this.#send({ action: 'ping' });
      this.#after('silence', pushLimits.pongMs, () => this.#lost(socket));
    });
  }

  #queueRestart(): void {
    this.#restartQueued = true;
    if (this.#attempts >= pushLimits.attempts) {
      this.#setPolling(true);
      return;
    }
    if (this.#state !== 'polling') {
      this.#setState(this.#wasLive ? 'reconnecting' : 'connecting');
    }
    const delay = Math.min(pushLimits.longestDelayMs, pushLimits.firstDelayMs * 2 ** Math.min(this.#attempts, 10));
    this.#after('retry', delay * (0.5 + this.#parts.random() / 2), () => this.#open());
  }

  #restartIfQueued(): void {
    if (this.#restartQueued && this.#attempts >= pushLimits.attempts) {
      this.#attempts = 0;
      this.#open();
    }
  }

  #announce({ topic, context, values }: Subscription): void {
    if (this.#connectionId !== undefined) {
      this.#send({ action: 'subscribe', connectionId: this.#connectionId, subscriptionType: topic, context, values: values ?? [] });
    }
  }

  #send(message: object): void {
    if (this.#socket?.readyState === 1) {
      this.#socket.send(JSON.stringify(message));
    }
  }

  #drop(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#timers.clear();
    const socket = this.#socket;
    this.#socket = undefined;
    this.#connectionId = undefined;
    socket?.close();
  }

  #after(name: TimerName, delayMs: number, act: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(act, delayMs));
  }

  #setPolling(on: boolean): void {
    if (!on) {
      clearInterval(this.#poll);
      this.#poll = undefined;
      return;
    }
    this.#poll ??= setInterval(() => this.#subscriptions.resync(), pushLimits.pollMs);
    this.#setState('polling');
  }

  #setState(state: PushState): void {
    if (state !== this.#state) {
      this.#state = state;
      this.#stateListeners.tell();
    }
  }
}
