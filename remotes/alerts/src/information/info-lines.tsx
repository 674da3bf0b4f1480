/** What is known of an alert, name by name; a value that is not known has no line. */
export function InfoLines({ lines }: { lines: readonly (readonly [name: string, value: string | undefined])[] }) {
  return (
    <dl className="detail-info">
      {lines.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
