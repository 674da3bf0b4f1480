import type { ImportRow } from '../api/invites';

/** Other words that files have for the columns. */
const synonyms: Record<string, keyof ImportRow> = {
  'e-mail': 'email', mail: 'email', email_address: 'email', firstname: 'first_name', first: 'first_name', lastname: 'last_name', surname: 'last_name', last: 'last_name',
  user_group: 'group', node: 'group',
};

/** Reads a CSV file of people: the first line names the columns, in any order; separators are commas, semicolons or tabs. */
export function readPeople(text: string): ImportRow[] {
  const [head, ...lines] = readCsv(text.replace(/^\uFEFF/, ''));
  const names = (head ?? []).map((cell) => {
    const plain = cell.trim().toLowerCase().replace(/\s+/g, '_');
    return synonyms[plain] ?? plain;
  });
  const cellOf = (line: string[], column: string) => line[names.indexOf(column)]?.trim() ?? '';
  if (!names.includes('email')) {
    return [];
  }
  return lines
    .filter((line) => line.some((cell) => cell.trim() !== ''))
    .map((line) => ({ email: cellOf(line, 'email'), first_name: cellOf(line, 'first_name'), last_name: cellOf(line, 'last_name'), role: cellOf(line, 'role'), group: cellOf(line, 'group') }));
}

/** The cells of a CSV text (RFC 4180); what stands in quotes may hold separators, line ends and doubled quotes. */
export function readCsv(text: string): string[][] {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const separator = [';', '\t'].find((sign) => firstLine.split(sign).length > firstLine.split(',').length) ?? ',';
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    line.push(cell);
    cell = '';
  };
  const endLine = () => {
    endCell();
    lines.push(line);
    line = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign !== '"') {
        cell += sign;
      } else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else {
        quoted = false;
      }
    } else if (sign === '"' && cell === '') {
      quoted = true;
    } else if (sign === separator) {
      endCell();
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') {
        at++;
      }
      endLine();
    } else {
      cell += sign;
    }
  }
  if (cell !== '' || line.length > 0) {
    endLine();
  }
  return lines;
}
