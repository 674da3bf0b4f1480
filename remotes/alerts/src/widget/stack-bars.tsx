import { labelled, useFormat } from '@outrider/sdk';

/** What a bar is made of; the same in all of them. */
export interface StackPart {
  id: string;
  label: string;
  /** Of all bars. */
  total: number;
  /** Opens the list of them. */
  onOpen: () => void;
}

/** One bar: its name, and how much there is of each part by the part's id. */
export interface StackBar {
  id: string;
  /** What stands below it. */
  name: string;
  label: string;
  /** How much there was in its place before. */
  before: number | undefined;
  values: Readonly<Record<string, number>>;
}

interface StackBarsProps {
  title: string;
  /** What the marks of the time before are called. */
  before: string;
  /** From the bottom up, five at most: one for each of the categorical colours. */
  parts: readonly StackPart[];
  bars: readonly StackBar[];
}

/** How many bars are named below at most: by the number of a day, or by longer words such as an hour. */
const mostNames = { short: 14, long: 6 };
const shortName = 2;

/** Bars of several parts, without the charts of the SDK: Home is to be there soon. Who does not see them hears a table. */
export function StackBars({ title, before: beforeName, parts, bars }: StackBarsProps) {
  const format = useFormat();
  const step = stepOf(Math.max(1, ...bars.map(({ values, before }) => Math.max(before ?? 0, parts.reduce((sum, { id }) => sum + (values[id] ?? 0), 0)))));
  const namedEvery = Math.ceil(bars.length / (bars.every(({ name }) => name.length <= shortName) ? mostNames.short : mostNames.long));
  return (
    <figure className="stack" aria-label={title}>
      <div className="stack-plot" aria-hidden="true">
        {[2, 1, 0].map((times) => (
          <span key={times} className="stack-line num" style={{ bottom: `${times * 50}%` }}>
            {format.number(times * step)}
          </span>
        ))}
        {bars.map(({ id, name, label, values, before }, index) => (
          <div key={id} className="stack-bar" title={labelled(label, parts.map((part) => `${part.label} ${format.number(values[part.id] ?? 0)}`).join(', '))}>
            {parts.map((part, order) => (
              <i key={part.id} style={{ height: `${((values[part.id] ?? 0) / (2 * step)) * 100}%`, background: colorAt(order) }} />
            ))}
            {before === undefined ? null : <b className="stack-before" style={{ bottom: `${(before / (2 * step)) * 100}%` }} />}
            {index % namedEvery === 0 ? <span className="stack-name">{name}</span> : null}
          </div>
        ))}
      </div>
      <div className="legend">
        {parts.map(({ id, label, total, onOpen }, index) => (
          <button key={id} type="button" className="stack-entry" onClick={onOpen}>
            <i style={{ background: colorAt(index) }} />
            {label} <b className="num">{format.number(total)}</b>
          </button>
        ))}
        <span>
          <i className="stack-mark" />
          {beforeName}
        </span>
      </div>
      <StackTable {...{ title, before: beforeName, parts, bars }} />
    </figure>
  );
}

const colorAt = (index: number) => `var(--cat-${index + 1})`;

/** The distance of the lines: the smallest round number of which two are enough. */
export function stepOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  return Math.max(1, [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((times) => times * power).find((step) => Number.isInteger(step) && 2 * step >= most) ?? most);
}

function StackTable({ title, before: beforeName, parts, bars }: StackBarsProps) {
  const format = useFormat();
  return (
    <table className="unseen">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {parts.map(({ id, label }) => (
            <th key={id} scope="col">{label}</th>
          ))}
          <th scope="col">{beforeName}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, label, values, before }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            {parts.map((part) => (
              <td key={part.id}>{format.number(values[part.id] ?? 0)}</td>
            ))}
            <td>{before === undefined ? '' : format.number(before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
