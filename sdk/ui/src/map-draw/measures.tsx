import { useText } from '../i18n';
import { areaM2, lengthM } from '../map/measure';
import type { Shape } from '../map/shape';
import { useFormat } from '../units';

/** How large a shape is, in the user's units. */
export function Measures({ shape }: { shape: Shape }) {
  const t = useText();
  const format = useFormat();
  const area = areaM2(shape);
  return (
    <dl className="draw-measures">
      {area === undefined ? null : <div><dt>{t('draw.area')}</dt><dd className="num">{format.area(area)}</dd></div>}
      <div><dt>{t(area === undefined ? 'draw.length' : 'draw.border')}</dt><dd className="num">{format.length(lengthM(shape))}</dd></div>
    </dl>
  );
}
