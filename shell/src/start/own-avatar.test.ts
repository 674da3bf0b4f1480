import type * as Sdk from '@outrider/sdk';
import { setOwnAvatar, setShellInfo } from '@outrider/sdk';
import { aShellInfo, network } from '@outrider/sdk/testing';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { loadOwnAvatar } from './own-avatar';

vi.mock('@outrider/sdk', async (original) => ({ ...(await original<typeof Sdk>()), setOwnAvatar: vi.fn() }));

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.mocked(setOwnAvatar).mockClear();
  network.use(
    http.get('/api/people/:id/face', ({ params }) => {
      asked.push(String(params['id']));
      return HttpResponse.json({ image: '/9j/' });
    }),
  );
});

test('the picture comes by the operation of whichever plugin keeps pictures', async () => {
  setShellInfo(aShellInfo({ contributions: [{ plugin: 'fences' }, { plugin: 'people', user_picture: 'GET /api/people/{id}/face' }] }));
  await loadOwnAvatar();
  expect(asked).toEqual(['u1']);
  expect(setOwnAvatar).toHaveBeenCalledWith('data:image/jpeg;base64,/9j/');
});

test('without such a plugin nothing is asked, and the initials stay', async () => {
  setShellInfo(aShellInfo());
  await loadOwnAvatar();
  expect(asked).toEqual([]);
  expect(setOwnAvatar).not.toHaveBeenCalled();
});
