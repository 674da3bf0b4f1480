/** More or fewer than before: more alerts are no good news. */
export function Change({ by, text }: { by: number; text: string }) {
  const sign = by > 0 ? '+' : by < 0 ? '−' : '';
  return <b className={by > 0 ? 'more num' : by < 0 ? 'fewer num' : 'num'}>{`${sign}${text}`}</b>;
}
