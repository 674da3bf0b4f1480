import { useText } from '../i18n';
import { useFormat } from '../units';
import { shareOf, type Category } from './categories';

interface CategoryTableProps {
  title: string;
  categories: readonly Category[];
  write: (value: number) => string;
  height: number;
}

/** A chart's parts to read one by one. */
export function CategoryTable({ title, categories, write, height }: CategoryTableProps) {
  const t = useText();
  const format = useFormat();
  return (
    // The table is scrolled by the keyboard too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="chart-table" style={{ height }} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.name')}</th>
            <th scope="col">{t('chart.value')}</th>
            <th scope="col">{t('chart.share')}</th>
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => (
            <tr key={category.id}>
              <th scope="row">{category.label}</th>
              <td className="num">{write(category.value)}</td>
              <td className="num">{format.percent(shareOf(category, categories))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
