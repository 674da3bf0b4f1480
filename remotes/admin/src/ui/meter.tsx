/** How much of a limit is used, as a bar beside the words that say it. */
export function Meter({ value, of, label, high = 0.9 }: { value: number; of: number; label: string; high?: number }) {
  const share = of > 0 ? Math.min(1, value / of) : 0;
  return (
    <span className={share >= high ? 'ops-meter high' : 'ops-meter'} role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={of} aria-valuenow={value}>
      <i style={{ width: `${share * 100}%` }} />
    </span>
  );
}
