import { describe, expect, it } from 'vitest';

import { codingName, overOf } from './player';

/** A request that was answered with a text, as a playlist is, or with bytes, as a piece of video is. */
function answered(response: unknown): XMLHttpRequest {
  const request = new XMLHttpRequest();
  Object.defineProperty(request, 'response', { value: response });
  return request;
}

describe('overOf', () => {
  it.each([
    ['a text', '{"reason":"lost"}', { reason: 'lost' }],
    ['bytes', new TextEncoder().encode('{"reason":"codec","codecs":"H265"}').buffer, { reason: 'codec', codecs: 'H265' }],
    ['something else', '<html>', { reason: 'ended' }],
    ['nothing', null, { reason: 'ended' }],
  ])('reads %s', (_, response, want) => {
    expect(overOf(answered(response))).toEqual(want);
  });

  it('needs a request', () => {
    expect(overOf(undefined)).toBeUndefined();
  });
});

describe('codingName', () => {
  it.each([
    ['hvc1.1.6.L93.b0', 'H.265'],
    ['hev1.1.6.L93.b0', 'H.265'],
    ['av01.0.04M.08', 'av01.0.04M.08'],
  ])('of %s is %s', (codec, want) => {
    expect(codingName(codec)).toBe(want);
  });
});
