import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { palettes } from './palette';

const css = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8');
const modes = ['light', 'dark'] as const;

/** A token's colour in a mode. */
function token(name: string, mode: (typeof modes)[number]): string {
  const value = new RegExp(`--${name}:\\s*(light-dark\\(([^,]+),\\s*([^)]+)\\)|#[0-9a-f]+|var\\(--([\\w-]+)\\))`).exec(css);
  if (!value) {
    throw new Error(`there is no token --${name}`);
  }
  return value[4] ? token(value[4], mode) : ((mode === 'light' ? value[2] : value[3]) ?? value[1] ?? '').trim();
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(modes)('the %s colours', (mode) => {
  it.each([
    ...['text', 'text-2', 'text-3', 'secondary-text', 'moving-text', 'stationary-text', 'idling-text', 'offline-text', 'error-text', 'warn-text'].map((name) => [name, 'surface'] as const),
    ...['text', 'text-2', 'text-3'].flatMap((name) => [[name, 'surface-2'] as const, [name, 'bg'] as const]),
    ...['moving', 'stationary', 'idling', 'offline'].map((name) => [`${name}-text`, `${name}-soft`] as const),
    ['on-primary', 'primary'],
    ['secondary-text', 'secondary-soft'],
    ['nav-text', 'nav-bg'],
    ['nav-text-strong', 'nav-active'],
    ['nav-muted', 'nav-bg'],
    ['nav-text-strong', 'nav-badge'],
  ] as const)('%s on %s is AA', (words, ground) => {
    expect(contrast(token(words, mode), token(ground, mode))).toBeGreaterThanOrEqual(4.5);
  });

  it('are the same in MUI', () => {
    const { primary, secondary, background, text, divider } = palettes[mode] as Record<string, Record<string, string>> & { divider: string };
    expect([primary?.['main'], secondary?.['main'], background?.['default'], background?.['paper'], text?.['primary'], text?.['secondary'], divider]).toEqual(
      ['primary', 'secondary', 'bg', 'surface', 'text', 'text-2', 'border'].map((name) => token(name, mode)),
    );
  });
});

it('the brand is the product’s', () => {
  expect([token('primary', 'light'), token('secondary', 'light')]).toEqual(['#182a47', '#01adb6']);
  expect([token('band-moderate', 'light'), token('band-excessive', 'light'), token('band-severe', 'light')]).toEqual(['#ebd300', '#ff9800', '#f44336']);
});
