/** One large figure. */
export interface Tile {
  label: string;
  value: string;
  tone?: 'plain' | 'good' | 'warn' | 'bad';
}

/** The figures at the head of a screen. */
export function Tiles({ tiles }: { tiles: Tile[] }) {
  return (
    <dl className="ops-tiles">
      {tiles.map(({ label, value, tone = 'plain' }) => (
        <div key={label} className={`card ${tone}`}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
