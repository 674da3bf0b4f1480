import type { FieldError } from '../errors/api-error';

/** The refusals of a server, sorted by where they can be shown. */
export interface SortedErrors {
  /** Name of a field of the form and its sentence. */
  fields: { name: string; message: string }[];
  /** What belongs to no field that is shown. */
  rest: string[];
}

/** Where a refusal stands in the form: `body.contacts[0].email` is the field `contacts.0.email`. */
export function fieldNameOf(location: string): string {
  return location.replace(/^(body|query|path)\.?/, '').replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');
}

/** Puts each refusal on its field. A field is known by its own name, or by that of the nearest parent that is shown. */
export function sortErrors(errors: FieldError[], isField: (name: string) => boolean): SortedErrors {
  const sorted: SortedErrors = { fields: [], rest: [] };
  for (const { location, message } of errors) {
    const name = nearestField(fieldNameOf(location), isField);
    if (name) {
      sorted.fields.push({ name, message });
    } else {
      sorted.rest.push(message);
    }
  }
  return sorted;
}

function nearestField(name: string, isField: (name: string) => boolean): string | undefined {
  for (let at = name; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    if (isField(at)) {
      return at;
    }
  }
  return undefined;
}
