/** One part of a bar chart or a donut. */
export interface Category {
  id: string;
  label: string;
  value: number;
  /** A colour token; without one the categorical colours in their order. */
  color?: string;
}

/** The colour of a part. */
export function colorOf({ color }: Category, index: number): string {
  return color ?? `var(--cat-${(index % 5) + 1})`;
}

/** A part's share of the whole, 0 to 100. */
export function shareOf({ value }: Category, categories: readonly Category[]): number {
  const whole = categories.reduce((sum, one) => sum + one.value, 0);
  return whole > 0 ? (value / whole) * 100 : 0;
}
