/** Attributes and listeners of an element: `onclick` listens, everything else is an attribute; false and undefined are left out. */
type Attributes = Record<string, string | boolean | undefined | ((event: Event) => void)>;

/** Makes an HTML element with children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** Makes an SVG icon of one path in a box of 20. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  set(svg, { class: 'i', viewBox: '0 0 20 20', 'aria-hidden': 'true' });
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/** The product's sign. */
export function brand(): HTMLElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  set(svg, { viewBox: '0 0 26 26', width: '32', height: '32', 'aria-hidden': 'true' });
  svg.innerHTML = '<rect width="26" height="26" rx="7" fill="var(--secondary)"/><path d="M13 5.5 19.800 20 13 16.700 6.200 20z" fill="#0f2038"/>';
  return h('div', { class: 'sign-brand' }, svg, h('span', {}, 'Outrider'));
}

function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
}
