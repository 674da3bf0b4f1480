const browsers: readonly [sign: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [sign: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A browser and what it runs on, as people call them: `Chrome · Windows`; empty for what is neither. */
export function deviceOf(userAgent: string): string {
  const find = (list: typeof browsers) => list.find(([sign]) => sign.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(' · ');
}
