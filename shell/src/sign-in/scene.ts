/** Roads of the picture beside the form, in a box of 720 by 900. */
const roads = [
  'M-20 640C120 600 180 520 300 500s200-40 300-140 120-220 200-300',
  'M180 920C200 780 240 660 300 500S420 240 400-20',
  'M-20 260C120 280 240 200 400 220s220 120 340 160',
];

/** Vehicles: their road, how far along it (0 to 1), whether they go the other way, and the state's token. */
const vehicles: [road: number, along: number, isBack: boolean, token: string][] = [
  [0, 0.16, false, '--moving'],
  [0, 0.4, false, '--moving'],
  [0, 0.68, true, '--moving'],
  [1, 0.18, false, '--idling'],
  [1, 0.62, false, '--moving'],
  [2, 0.32, false, '--moving'],
  [2, 0.8, true, '--stationary'],
];

/** The vehicle that is looked at. */
const watched = 4;

const arrow = 'M0-12 8.600 9.400 0 5.600-8.600 9.400z';

/** Draws a quiet map with a few vehicles: what the product is about. */
export function drawScene(place: Element): void {
  const lines = (width: number, token: string) => roads.map((d) => `<path d="${d}" fill="none" stroke="var(${token})" stroke-width="${width}" stroke-linecap="round"/>`).join('');
  place.innerHTML = `<svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${lines(16, '--scene-case')}${lines(10, '--scene-road')}<g></g></svg>`;
  const [svg, group] = [place.querySelector('svg'), place.querySelector('g')];
  const drawn = svg ? [...svg.querySelectorAll('path')].slice(-roads.length) : [];
  if (group) {
    group.innerHTML = vehicles.map((vehicle, index) => markOf(drawn, vehicle, index === watched)).join('');
  }
}

function markOf(drawn: SVGPathElement[], [road, along, isBack, token]: (typeof vehicles)[number], isWatched: boolean): string {
  const path = drawn[road];
  if (!path?.getTotalLength) {
    return '';
  }
  const length = path.getTotalLength();
  const at = path.getPointAtLength(length * along);
  const ahead = path.getPointAtLength(length * along + (isBack ? -2 : 2));
  const heading = (Math.atan2(ahead.y - at.y, ahead.x - at.x) * 180) / Math.PI + 90;
  const ring = isWatched ? '<circle r="34" fill="var(--moving)" opacity=".18"/><circle r="34" fill="none" stroke="var(--moving)" opacity=".55"/>' : '';
  return `<g transform="translate(${at.x} ${at.y})">${ring}<path transform="rotate(${heading}) scale(1.5)" d="${arrow}" fill="var(${token})" stroke="var(--scene-bg)" stroke-width="2" stroke-linejoin="round"/></g>`;
}
