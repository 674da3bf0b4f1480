import { useText } from '../i18n';
import type { GroundKind } from './ground';
import { creditOf, type TileSettings } from './tile-settings';

interface MapCreditProps {
  settings: TileSettings;
  /** What is shown. */
  ground: GroundKind;
  /** It is shown in the place of streets that cannot be had. */
  isStandIn: boolean;
}

/** Who drew the ground, or that the operator's streets cannot be shown. */
export function MapCredit({ settings, ground, isStandIn }: MapCreditProps) {
  const t = useText();
  if (ground === 'offline' && (settings.isStreetsBroken || (settings.streetsUrl && isStandIn))) {
    return <p className="o-map-foot" role="status">{t('map.streetsBroken')}</p>;
  }
  const credit = creditOf(settings, ground);
  return credit ? <p className="o-map-foot">{credit}</p> : null;
}
