/** A message of the server: its kind is `action`, its topic `subscription_type`. */
export interface PushMessage {
  action?: string;
  subscription_type?: string;
  value?: unknown;
  kind?: string;
  title?: string;
  /** What of the organisation has changed. */
  part?: string;
}

/** Reads a message; undefined means that the text is no message but the bare connection id. */
export function parsePushMessage(text: string): PushMessage | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as PushMessage) : undefined;
  } catch {
    return undefined;
  }
}
