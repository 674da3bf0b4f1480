import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { network } from '../testing';
import { namesH265, whyUnplayable } from './unplayable';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('a video that cannot be played', () => {
  it.each([
    ['....ftypisom....moovtrakhvc1....', true],
    ['....ftypisom....stsd....hhev1', true],
    ['....ftypisom....moovtrakavc1avcC', false],
    ['hvc', false],
  ])('%s has H.265: %s', (text, want) => {
    expect(namesH265(bytesOf(text))).toBe(want);
  });

  it.each([
    ['H.265', '....ftypisom....hvc1', 200, 'h265'],
    ['another coding', '....ftypisom....mp4v', 206, 'other'],
    ['no video', '<html>', 200, undefined],
    ['nothing', '', 404, undefined],
  ])('%s is told', async (_, text, status, want) => {
    network.use(http.get('/film.mp4', () => new HttpResponse(text, { status })));
    expect(await whyUnplayable('/film.mp4', new AbortController().signal)).toBe(want);
  });
});
