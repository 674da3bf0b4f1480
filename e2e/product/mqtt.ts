import { connect, type Socket } from 'node:net';

const kinds = { connect: 0x10, connected: 2, publish: 3, published: 0x40, subscribe: 0x82 } as const;

/** A connection of a device by MQTT 3.1.1, as far as the journeys need it. */
export class MqttDevice {
  #socket: Socket | undefined;
  #held: Buffer = Buffer.alloc(0);
  #number = 0;

  constructor(
    private readonly port: number,
    private readonly id: string,
    private readonly key: string,
    private readonly onCommand: (command: Command) => void,
  ) {}

  /** Connects and hears of commands; rejects if it is refused. */
  async open(): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port: this.port });
    this.#socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the connection is closed')));
      socket.on('data', (data) => this.#take(data, resolve, reject));
      socket.write(packet(kinds.connect, text('MQTT'), Buffer.from([4, 0xc2, 0, 60]), text(this.id), text(this.id), text(this.key)));
    });
    socket.write(packet(kinds.subscribe, this.#next(), text(`devices/${this.id}/commands`), Buffer.from([1])));
  }

  /** Sends something on one of its topics. */
  publish(topic: string, value: unknown): void {
    this.#socket?.write(packet(0x32, text(`devices/${this.id}/${topic}`), this.#next(), Buffer.from(JSON.stringify(value))));
  }

  close(): void {
    this.#socket?.destroy();
  }

  #next(): Buffer {
    this.#number += 1;
    return Buffer.from([this.#number >> 8, this.#number & 0xff]);
  }

  #take(data: Buffer, connected: () => void, refused: (error: Error) => void): void {
    this.#held = Buffer.concat([this.#held, data]);
    for (;;) {
      const read = readPacket(this.#held);
      if (!read) return;
      this.#held = read.rest;
      if (read.kind === kinds.connected) {
        if (read.body[1] === 0) connected();
        else refused(new Error(`refused with ${read.body[1]}`));
      } else if (read.kind === kinds.publish) {
        this.#hear(read.body);
      }
    }
  }

  #hear(body: Buffer): void {
    const length = body.readUInt16BE(0);
    this.#socket?.write(packet(kinds.published, body.subarray(2 + length, 4 + length)));
    this.onCommand(JSON.parse(body.subarray(4 + length).toString()) as Command);
  }
}

/** What a device is told to do. */
export interface Command {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

function packet(head: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let left = body.length; ; left >>= 7) {
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    if (left <= 0x7f) break;
  }
  return Buffer.concat([Buffer.from([head, ...length]), body]);
}

function readPacket(data: Buffer): { kind: number; body: Buffer; rest: Buffer } | undefined {
  let length = 0;
  for (let at = 1; at < Math.min(data.length, 5); at++) {
    const byte = data[at] ?? 0;
    length |= (byte & 0x7f) << (7 * (at - 1));
    if (byte < 0x80) {
      const end = at + 1 + length;
      return data.length < end ? undefined : { kind: (data[0] ?? 0) >> 4, body: data.subarray(at + 1, end), rest: data.subarray(end) };
    }
  }
  return undefined;
}
