import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_SECRETS, SecretGuard } from './secret-guard.ts';

const character = fc.integer({ min: 0x21, max: 0xff }).filter((code) => code < 0x7f || code > 0xa0);
const secret = fc
  .array(character, { minLength: 16, maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes));
const escaped = (text: string): string =>
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

it('takes a credential out of JSON, in all ways to write its characters, and nothing else', () => {
  fc.assert(
    fc.property(secret, fc.string(), fc.array(fc.nat(2)), (key, text, ways) => {
      const forms = [
        (one: string) => JSON.stringify(one).slice(1, -1),
        escaped,
        (one: string) => (one === '/' ? '\\/' : escaped(one).toUpperCase().replace('U', 'u')),
      ];
      const written = Array.from(key, (one, at) => forms[ways[at % ways.length] ?? 0]!(one));
      const clean = (inside: string) =>
        JSON.parse(
          new SecretGuard([key])
            .clean(Buffer.from(`{"a":${JSON.stringify(text)},"b":"${inside}"}`))
            .toString(),
        ) as unknown;
      expect(clean(`é${written.join('')}.`)).toEqual({ a: text, b: 'é[redacted].' });
    }),
  );
});

it('answers the very same bytes where there is no credential', () => {
  const bytes = Buffer.from('{"a":"\\u00e9 \\/ b"}');
  expect(new SecretGuard(['sk-0123456789abcdef']).clean(bytes)).toBe(bytes);
  expect(NO_SECRETS.clean(bytes)).toBe(bytes);
});

it('leaves words alone that only stand in for a key', () => {
  const bytes = Buffer.from('{"a":"not-needed"}');
  expect(new SecretGuard(['not-needed']).clean(bytes)).toBe(bytes);
});

it('takes out each of several, also where one holds another, and shorter ones where it is told to', () => {
  const [short, long] = ['sk-0123456789abcdef', 'sk-0123456789abcdef-and-more'];
  const guard = new SecretGuard([short, long]);
  const bytes = Buffer.from(`{"a":"${long} ${short} secret"}`);
  expect(guard.clean(bytes).toString()).toBe('{"a":"[redacted] [redacted] secret"}');
  expect(guard.reach).toBe(6 * long.length - 1);
  const bold = new SecretGuard(['secret', 'e'], 6);
  expect(bold.clean(bytes).toString()).toBe(`{"a":"${long} ${short} [redacted]"}`);
});

it('learns tokens that are got later, and forgets those that were got long before, but not what it began with', () => {
  const guard = new SecretGuard(['sk-0123456789abcdef']);
  guard.learn(['token-0123456789-a', 'short']);
  const said = 'sk-0123456789abcdef token-0123456789-a short';
  expect(guard.clean(Buffer.from(said)).toString()).toBe('[redacted] [redacted] short');
  expect(guard.reach).toBe(6 * 'sk-0123456789abcdef'.length - 1);
  for (let count = 0; count < 9; count += 1) guard.learn([`token-0123456789-${count}`]);
  expect(guard.clean(Buffer.from(said)).toString()).toBe('[redacted] token-0123456789-a short');
});

it('takes out credentials of many kilobytes, however they are written', () => {
  const key = Array.from({ length: 12_000 }, (_, at) => 'aB3/+ü'[at % 6]).join('');
  const guard = new SecretGuard([key]);
  for (const written of [key, JSON.stringify(key).slice(1, -1), escaped(key)]) {
    const bytes = Buffer.from(`{"a":"before ${written} behind"}`);
    expect(guard.clean(bytes).toString()).toBe('{"a":"before [redacted] behind"}');
  }
});

it('takes out a key of several lines, as it is and as JSON has it', () => {
  const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0B/+'.repeat(9)}\n-----END-----\n`;
  const guard = new SecretGuard([pem]);
  const json = JSON.stringify({ private_key: pem, note: 'x' });
  for (const text of [json, json.replaceAll('/', '\\/'), json.replaceAll('M', '\\u004d')])
    expect(JSON.parse(guard.clean(Buffer.from(text)).toString())).toEqual({
      ...{ private_key: '[redacted]', note: 'x' },
    });
  expect(guard.clean(Buffer.from(`<${pem}>`)).toString()).toBe('<[redacted]>');
});

it('takes out credentials that overlap as one, and equal ones beside each other each', () => {
  const guard = new SecretGuard(['0123456789abcdef', '89abcdef01234567']);
  const clean = (text: string) => guard.clean(Buffer.from(text)).toString();
  expect(clean('x0123456789abcdef01234567y')).toBe('x[redacted]y');
  expect(clean('0123456789abcdef'.repeat(1) + '|' + '0123456789abcdef')).toBe(
    '[redacted]|[redacted]',
  );
});
