import { createHash } from 'node:crypto';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** The constants of the two versions of bech32 (BIP 173 and 350). */
const BECH32_ENDS = new Set([1, 0x2bc830a3]);
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Whether an address of a wallet has its check digits right. Those of Ethereum need none. */
export function isCryptoAddress(address: string): boolean {
  if (address.startsWith('0x')) return true;
  return address.startsWith('bc1') ? isBech32(address) : isBase58Check(address);
}

function isBase58Check(address: string): boolean {
  let number = 0n;
  for (const character of address) number = number * 58n + BigInt(BASE58.indexOf(character));
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex');
  if (bytes.length !== 25) return false;
  const sha = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
  return sha(sha(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

function isBech32(address: string): boolean {
  // The prefix "bc", as the checksum takes it: its high bits, a nought, its low bits.
  const values = [3, 3, 0, 2, 3, ...Array.from(address.slice(3), (one) => BECH32.indexOf(one))];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATOR.forEach((part, bit) => {
      if ((top >>> bit) & 1) sum ^= part;
    });
  }
  return BECH32_ENDS.has(sum);
}
