import { ApiError, toast, useText } from '@outrider/sdk';
import { useRef, useState } from 'react';

import { shareFileset, type Fileset } from '../api/filesets';

/** With whom a fileset is shared. A change shows at once, the newest is what the server gets, and one that it refuses goes back. */
export function useSharing(fileset: Fileset, onChanged: () => void) {
  const t = useText('footage');
  const [shared, setShared] = useState<ReadonlySet<string>>(() => new Set(fileset.shared_with));
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const wishes = useRef(new Map<string, boolean>());
  const share = async (userId: string, on: boolean) => {
    setShared((old) => changed(old, userId, on));
    const isUnderWay = wishes.current.has(userId);
    wishes.current.set(userId, on);
    if (isUnderWay) {
      return; // it is sent after the one before
    }
    setBusy((old) => changed(old, userId, true));
    let kept = !on;
    try {
      for (let wish = on; wish !== kept; wish = wishes.current.get(userId) ?? wish) {
        await shareFileset(fileset.fileset_request_id, userId, wish);
        kept = wish;
      }
    } catch (error) {
      setShared((old) => changed(old, userId, kept));
      toast(error instanceof ApiError ? error.message : t('files.notShared'), 'error');
    } finally {
      wishes.current.delete(userId);
      setBusy((old) => changed(old, userId, false));
      onChanged();
    }
  };
  return { shared, busy, share };
}

function changed(set: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}
