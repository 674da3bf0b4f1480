/** Characters that a password has at least. */
export const passwordLength = 8;

/** One thing that a password needs, and whether what is typed has it. */
export interface PasswordHint {
  key: 'length' | 'upper' | 'lower' | 'number';
  isMet: boolean;
}

/** What a new password needs, against what is typed; the rules themselves are in forms/rules. */
export function passwordHints(text: string): PasswordHint[] {
  return [
    { key: 'length', isMet: text.length >= passwordLength },
    { key: 'upper', isMet: /\p{Lu}/u.test(text) },
    { key: 'lower', isMet: /\p{Ll}/u.test(text) },
    { key: 'number', isMet: /\d/.test(text) },
  ];
}
