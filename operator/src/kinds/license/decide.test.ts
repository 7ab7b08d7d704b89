import { describe, expect, it } from 'vitest';
import { object, secret } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const license = object('License', 'default', { tokenSecretRef: { name: 'lic', key: 'token' } });

describe('a license', () => {
  it('hands its token to the admin service in the section of its credentials alone', () => {
    const result = compiled([license], { secrets: [secret('lic', { token: 'ey.J0.x\n' })] });
    expect(verdictOn(result, 'default').reason).toBe('Accepted');
    expect(fragments(result, 'license')).toMatchObject([{ token: 'set' }]);
    expect(fragments(result, 'admin_credentials')).toMatchObject([
      { type: 'license', token: 'ey.J0.x' },
    ]);
  });

  it('without its Secret is known to be there, and says what is missing', () => {
    const result = compiled([license]);
    expect(verdictOn(result, 'default')).toMatchObject({
      reason: 'SecretNotFound',
      message: 'tokenSecretRef: Secret "lic" does not exist: create it',
    });
    expect(fragments(result, 'license')).toMatchObject([{ token: 'missing' }]);
    expect(fragments(result, 'admin_credentials')).toEqual([]);
  });

  it('is one: the older counts', () => {
    const late = object(
      'License',
      'other',
      { tokenSecretRef: { name: 'lic', key: 't' } },
      { age: 1 },
    );
    expect(verdictOn(compiled([late, license]), 'other').reason).toBe('Conflicted');
  });
});
