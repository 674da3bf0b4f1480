import type { Schema } from './document';

const deepest = 6;

/** A schema as text that reads like a type, references resolved; a shape within itself is named, not repeated. */
export function schemaText(schema: Schema | undefined, components: Record<string, Schema>): string {
  return schema ? write(schema, components, 0, []) : '';
}

function write(schema: Schema, components: Record<string, Schema>, depth: number, within: string[]): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const target = components[name];
    return !target || within.includes(name) || depth > deepest ? name : write(target, components, depth, [...within, name]);
  }
  if (schema.enum) {
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any'];
  return types.map((type) => writeType(type, schema, components, depth, within)).join(' | ');
}

function writeType(type: string, schema: Schema, components: Record<string, Schema>, depth: number, within: string[]): string {
  if (type === 'array') {
    return `${schema.items ? write(schema.items, components, depth, within) : 'any'}[]`;
  }
  if (type !== 'object') {
    return schema.format ? `${type} (${schema.format})` : type;
  }
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    const note = property.description ? `  // ${property.description}` : '';
    return `${indent}${name}${optional}: ${write(property, components, depth + 1, within)}${note}`;
  });
  if (typeof schema.additionalProperties === 'object') {
    lines.push(`${indent}[name]: ${write(schema.additionalProperties, components, depth + 1, within)}`);
  }
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}` : '{}';
}

/** A body to begin with: every required field with an empty value of its type. */
export function example(schema: Schema | undefined, components: Record<string, Schema>, depth = 0): unknown {
  const target = schema?.$ref ? components[schema.$ref.split('/').at(-1) ?? ''] : schema;
  const type = Array.isArray(target?.type) ? target.type[0] : target?.type;
  if (!target || depth > deepest) {
    return null;
  }
  if (target.enum) {
    return target.enum[0];
  }
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(target.properties ?? {})
          .filter(([name]) => target.required?.includes(name))
          .map(([name, property]) => [name, example(property, components, depth + 1)]),
      );
    case 'array':
      return [];
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    default:
      return null;
  }
}
