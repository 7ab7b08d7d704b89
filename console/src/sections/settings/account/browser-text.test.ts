import { expect, it } from 'vitest';
import { browserText } from './browser-text.ts';

const AFTER = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${AFTER} Chrome/148.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${AFTER} Chrome/148.0.0.0 Safari/537.36 Edg/148.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/148.0 Mobile Safari/604.1',
    'Chrome on iOS',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'Firefox on Android'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Not known'],
  [null, 'Not known'],
])('names %s', (agent, name) => {
  expect(browserText(agent)).toBe(name);
});
