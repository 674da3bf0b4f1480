import { expect, it, vi } from 'vitest';

it('takes the longest word of a name, with the room of the arrow', async () => {
  const measureText = (text: string) => ({ width: text.length * 7 });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as never);
  vi.resetModules();
  const { headWidth } = await import('./head-width');
  expect(headWidth('Cilinderinhoud (cm³)')).toBe(14 * 7 + 42);
  expect(headWidth('Modèle')).toBe(6 * 7 + 42);
});
