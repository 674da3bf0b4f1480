/** The product's sign. */
export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="7" fill="var(--secondary)" />
      <path d="M13 5.500 19.800 20 13 16.700 6.200 20z" fill="#0f2038" />
    </svg>
  );
}
