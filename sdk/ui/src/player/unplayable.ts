/** Why a browser shows nothing of a video that is there: it is H.265, or something else that it cannot play. */
export type Unplayable = 'h265' | 'other';

/** How much of a file is looked at for its coding, in bytes: what names it stands near the beginning, or near the end of a file from a disk. */
export const lookedAt = 128 * 1024;

const names = ['hvc1', 'hev1', 'hvcC'].map((name) => new TextEncoder().encode(name));

/** Whether a piece of an MP4 says that there is H.265 in it. */
export function namesH265(bytes: Uint8Array): boolean {
  return names.some((name) => {
    for (let at = bytes.indexOf(name[0] ?? 0); at >= 0; at = bytes.indexOf(name[0] ?? 0, at + 1)) {
      if (name.every((byte, i) => bytes[at + i] === byte)) return true;
    }
    return false;
  });
}

/** Looks at the beginning of a video that cannot be played; undefined if it is not there, or is no MP4. */
export async function whyUnplayable(url: string, signal: AbortSignal): Promise<Unplayable | undefined> {
  const answer = await fetch(url, { signal, headers: { Range: `bytes=0-${lookedAt - 1}` } });
  if (!answer.ok) {
    return undefined;
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (new TextDecoder().decode(bytes.subarray(4, 8)) !== 'ftyp') {
    return undefined;
  }
  return namesH265(bytes) ? 'h265' : 'other';
}
