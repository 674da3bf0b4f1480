import { describe, expect, it } from 'vitest';

import { check, confirmed, email, maxValue, minLength, minValue, newPassword, numeric, required, verifyPassword } from './rules';

describe('form rules', () => {
  it.each([
    ['required', required(' '), 'This field is required.'],
    ['email', email('ann@'), 'This field must be a valid email.'],
    ['numeric', numeric('4x'), 'This field must be a valid number.'],
    ['min_value', minValue(5)('4'), 'This field must be greater than 5.'],
    ['max_value', maxValue(5)('6'), 'This field must be lower than 5.'],
    ['min', minLength(8)('short'), 'This field must be at least 8 characters.'],
    ['confirmed', confirmed('a')('b'), 'The password do not match.'],
    ['verify_password', verifyPassword('lowercase1'), 'The password must contain at least: 1 uppercase letter, 1 lowercase letter and 1 number'],
    ['new_password', newPassword('same')('same'), 'The new password must be not same as old password.'],
  ])('%s says so', (_name, sentence, want) => {
    expect(sentence).toBe(want);
  });

  it('lets good values pass, bounds included', () => {
    expect([required('x'), email('ann@demo.test'), numeric('4.5'), minValue(5)('5'), maxValue(5)('5'), minLength(8)('12345678'), verifyPassword('Outrider1'), newPassword('a')('b')]).toEqual(
      Array.from({ length: 8 }),
    );
  });

  it('says the first thing that is wrong', () => {
    expect(check('', required, email)).toBe('This field is required.');
    expect(check('ann', required, email)).toBe('This field must be a valid email.');
    expect(check('ann@demo.test', required, email)).toBeUndefined();
  });
});
