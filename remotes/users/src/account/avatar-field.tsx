import { Button, Icon, setOwnAvatar, toast, useText } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { deleteAvatar, getAvatar, maxBytes, putAvatar } from '../api/avatar';

/** One's picture, or initials without one; it can be chosen and taken away. */
export function AvatarField({ id, initials }: { id: string; initials: string }) {
  const t = useText('users');
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const { data: picture } = useQuery({ queryKey: ['avatar', id], queryFn: ({ signal }) => getAvatar(id, signal) });

  const change = async (act: () => Promise<string | null>) => {
    setBusy(true);
    try {
      const shown = await act();
      queryClient.setQueryData(['avatar', id], shown);
      setOwnAvatar(shown ?? undefined);
    } catch (error) {
      console.error('avatar', error);
      toast(t('avatar.failed'), 'error');
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | undefined) => {
    if (file && file.size > maxBytes) {
      toast(t('avatar.tooLarge'), 'error');
    } else if (file) {
      void change(() => putAvatar(id, file));
    }
  };

  return (
    <div className="my-avatar-field">
      <span className="my-avatar" aria-hidden="true">
        {picture ? <img src={picture} alt="" /> : initials}
      </span>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={t('avatar.choose')}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="my-avatar-actions">
        <Button size="small" disabled={busy} onClick={() => input.current?.click()}>
          <Icon name="camera" small />
          {t('avatar.choose')}
        </Button>
        {picture ? (
          <Button variant="quiet" size="small" disabled={busy} onClick={() => void change(() => deleteAvatar(id).then(() => null))}>
            {t('avatar.remove')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
