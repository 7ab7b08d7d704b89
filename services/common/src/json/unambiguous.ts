import { JsonScanner, type JsonLimits } from './json-scanner.ts';

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Whether JSON text says one thing to every reader: no object in it has a member twice, however its name is written. False for what is no JSON, or beyond the limits. */
export function isUnambiguous(json: Uint8Array, limits: JsonLimits): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const scanner = new JsonScanner(bytes, limits);
  const value = (): boolean => {
    const first = scanner.peek();
    if (first === OPEN_BRACKET) return scanner.eachElement(value);
    if (first !== OPEN_BRACE) return scanner.skipValue();
    const names = new Set<string>();
    return scanner.eachMember((start, end) => {
      const name = JSON.parse(bytes.toString('utf8', start - 1, end + 1)) as string;
      if (names.has(name)) return false;
      names.add(name);
      return value();
    });
  };
  return value() && scanner.isAtEnd();
}
