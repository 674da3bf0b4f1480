/** Why a remote is not shown: its code did not `load`, it did not `mount` in time, or it `crashed` while shown. */
export type RemoteErrorReason = 'load' | 'mount' | 'crashed';

/** A remote that failed; the message is for the log. */
export class RemoteLoadError extends Error {
  readonly reason: RemoteErrorReason;

  constructor(reason: RemoteErrorReason, remote: string, cause?: unknown) {
    super(`remote ${remote}: ${reason}${cause instanceof Error ? `: ${cause.message}` : ''}`, { cause });
    this.name = 'RemoteLoadError';
    this.reason = reason;
  }
}
