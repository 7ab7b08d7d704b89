import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'aicp_';
const RANDOM_CHARACTERS = 34;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^aicp_[0-9A-Za-z]{40}$/;

/** How much of a key may be shown, to recognise it by. */
export const KEY_PREFIX_CHARACTERS = 12;

/**
 * A new key in our own format: `aicp_`, 34 random base62 characters (202 bits) and the CRC-32 of those in six more, so that a
 * mistyped key, or one found by a secret scanner, is known without a look-up. `random` gives so many random bytes.
 */
export function newApiKey(random: (bytes: number) => Uint8Array = randomBytes): string {
  let text = '';
  while (text.length < RANDOM_CHARACTERS) {
    // Bytes past the last whole multiple of 62 would make the first characters likelier.
    const fair = [...random(RANDOM_CHARACTERS)].filter((byte) => byte < 248);
    text += fair.map((byte) => BASE62.charAt(byte % 62)).join('');
  }
  const body = text.slice(0, RANDOM_CHARACTERS);
  return PREFIX + body + checksum(body);
}

/** Whether a text is a key in our own format whose checksum is right. It says nothing of whether the key exists. */
export function isWellFormed(key: string): boolean {
  if (!FORM.test(key)) return false;
  const body = key.slice(PREFIX.length, -CHECKSUM_CHARACTERS);
  return key.endsWith(checksum(body));
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
