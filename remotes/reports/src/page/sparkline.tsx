const high = 18;
const step = 4;

/** Small bars beside a figure that says what they come to; the chart has them in full. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(0, ...values);
  if (most === 0) return null;
  const path = values.map((value, index) => (value > 0 ? `M${index * step + 1.5} ${high}V${(high - Math.max(1, (value / most) * high)).toFixed(1)}` : '')).join('');
  return (
    <svg className="rp-spark" viewBox={`0 0 ${values.length * step} ${high}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
