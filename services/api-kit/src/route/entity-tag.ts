import { hash } from 'node:crypto';
import type { Answer, Route } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Characters of the digest: 126 bits of it. */
const DIGEST_LENGTH = 21;
const DIGEST = new RegExp(`\\.[\\w-]{${DIGEST_LENGTH}}$`);
/** Headers that say something of the body's place among others, and change without it. */
const COVERED = ['Link', 'X-Total-Count'];

/**
 * What a GET answers, with a tag that another answer never has. The version of an object is not enough for that: an answer holds what is
 * not of the object (a count of teams), and readers are shown different parts of one. So a digest of all that goes out follows the version,
 * `"1042.<digest>"`, and If-Match looks at the part before it alone. What has no version gets a weak tag. Answers that are no JSON, or
 * no success, stay as they are; so do streams, which nobody holds as a whole.
 */
export function withEntityTag(route: Route, answer: Answer): Answer {
  const { status, body, headers = {} } = answer;
  const text = route.method === 'get' && status === 200 ? jsonOf(answer) : undefined;
  if (text === undefined || body === undefined) return answer;
  const covered = COVERED.map((name) => String(headers[name] ?? ''));
  const said = typeof text === 'string' ? text : digestOfBytes(text);
  const digest = hash('sha256', [...covered, said].join('\n'), 'base64url').slice(0, DIGEST_LENGTH);
  const version = /^"(.*)"$/.exec(String(headers['ETag']))?.[1];
  const tags = {
    ETag: version === undefined ? `W/"${digest}"` : `"${version}.${digest}"`,
    'Cache-Control': route.permission === 'public' ? 'no-cache' : 'private, no-cache',
  };
  return {
    status,
    body: text,
    headers: { 'Content-Type': JSON_TYPE, ...tags, ...headers, ETag: tags.ETag },
  };
}

function jsonOf({ body, headers = {} }: Answer): string | Buffer | undefined {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return JSON.stringify(body);
  return String(headers['Content-Type']).startsWith('application/json') ? body : undefined;
}

const digests = new WeakMap<Buffer, string>();

/** Bytes are those of a route that keeps them, and answers them to everybody: they are looked at once. */
function digestOfBytes(bytes: Buffer): string {
  const known = digests.get(bytes) ?? hash('sha256', bytes, 'base64url');
  digests.set(bytes, known);
  return known;
}

/** The version that a tag of ours names, with or without the digest of a GET. */
export const versionIn = (tag: string): string => tag.replace(DIGEST, '');

/**
 * Whether a client has what a tag stands for (RFC 9110, weak comparison). Express asks the same, but believes a `Cache-Control: no-cache`
 * of the request over it, which every fetch sends whose program sets If-None-Match itself.
 */
export function isKnown(tag: string | undefined, ifNoneMatch: string | undefined): boolean {
  if (tag === undefined || ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([one]) => one === opaque);
}
