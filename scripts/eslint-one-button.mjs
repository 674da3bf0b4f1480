/** The looks of the SDK's buttons, which it alone writes down. */
const looks = new Set(['btn', 'ib']);

/** Classes that say nothing about what an element is. */
const plain = new Set(['on', 'off', 'wide', 'ell', 'grow', 'num', 'row', 't2', 't3', 's12', 'only-wide', 'only-narrow']);

/**
 * Buttons are those of the SDK: Button, IconButton, Chip, Segment. A raw <button> is something else, and says what: by its role (a tab, a radio), by a class of its own,
 * as the head of a column; what it says by none of these it says in words, `eslint-disable-next-line outrider/one-button -- <what it is>`.
 */
export const oneButton = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      look: 'Use Button or IconButton of the SDK; what is no button but looks like one has buttonClass() or iconButtonClass().',
      chip: 'Use Chip of the SDK.',
      segment: 'Use Segment of the SDK.',
      raw: 'Use Button or IconButton of the SDK. What is something else has a role, a class of its own, or a comment that says what it is.',
    },
  },
  create: (context) => ({
    JSXOpeningElement(node) {
      const classes = classesOf(node);
      const isRaw = node.name.type === 'JSXIdentifier' && node.name.name === 'button';
      if (classes.some((one) => looks.has(one))) {
        context.report({ node, messageId: 'look' });
      } else if (isRaw && classes.includes('chip')) {
        context.report({ node, messageId: 'chip' });
      } else if (isRaw && !attribute(node, 'role') && classes.every((one) => plain.has(one)) && parentOf(node)?.name?.name !== 'th') {
        context.report({ node, messageId: parentOf(node) && classesOf(parentOf(node)).includes('seg') ? 'segment' : 'raw' });
      }
    },
  }),
};

function attribute(node, name) {
  return node.attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === name);
}

/** Every class that is written down in the element's className, whatever it depends on. */
function classesOf(node) {
  return stringsOf(attribute(node, 'className')?.value).flatMap((text) => text.split(/\s+/)).filter(Boolean);
}

function stringsOf(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'JSXExpressionContainer':
      return stringsOf(node.expression);
    case 'ConditionalExpression':
      return [...stringsOf(node.consequent), ...stringsOf(node.alternate)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [...stringsOf(node.left), ...stringsOf(node.right)];
    case 'TemplateLiteral':
      return [...node.quasis.map(({ value }) => value.cooked), ...node.expressions.flatMap(stringsOf)];
    case 'ArrayExpression':
      return node.elements.flatMap(stringsOf);
    case 'CallExpression': // [a, b].filter(Boolean).join(' ')
      return node.callee.type === 'MemberExpression' ? stringsOf(node.callee.object) : [];
    default:
      return [];
  }
}

/** The opening tag of the element around this one. */
function parentOf(node) {
  for (let one = node.parent.parent; one; one = one.parent) {
    if (one.type === 'JSXElement') {
      return one.openingElement;
    }
  }
  return undefined;
}
