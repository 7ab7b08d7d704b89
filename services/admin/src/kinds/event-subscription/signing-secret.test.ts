import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newSigningSecret, signingSecretFault } from './signing-secret.ts';

it('secrets of 24 to 64 bytes are taken, in either form', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const isFit = bytes.length >= 24 && bytes.length <= 64;
      const written = `whsec_${Buffer.from(bytes).toString('base64')}`;
      expect(signingSecretFault(written) === undefined).toBe(isFit);
      expect(signingSecretFault('x'.repeat(bytes.length)) === undefined).toBe(isFit);
    }),
  );
});

it('what is made here is taken, and what is no base64 is not', () => {
  expect(signingSecretFault(newSigningSecret((count) => new Uint8Array(count)))).toBeUndefined();
  expect(signingSecretFault(`whsec_${'%'.repeat(40)}`)).toContain('openssl rand -base64 32');
});
