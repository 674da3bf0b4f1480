interface ChangeProps {
  by: number;
  text: string;
  /** False where nothing is known of the time before: no colour then. */
  isJudged?: boolean;
}

/** More or fewer than before: more alerts are no good news. */
export function Change({ by, text, isJudged = true }: ChangeProps) {
  const sign = by > 0 ? '+' : by < 0 ? '−' : '';
  const tone = !isJudged || by === 0 ? '' : by > 0 ? 'more ' : 'fewer ';
  return <b className={`${tone}num`}>{`${sign}${text}`}</b>;
}
