import { isIP } from 'node:net';
import type { Entity } from '../entity/entity.ts';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';

/** Addresses of machines, of both versions. */
export const ipAddress: Entity = {
  label: 'IP_ADDRESS',
  shapes: [
    { pattern: new RegExp(`${OCTET}(?:\\.${OCTET}){3}(?![\\w]|\\.\\d|-\\w)`, 'y'), score: 0.6 },
    { pattern: /[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:]|\.\d)/y, score: 0.6 },
  ],
  verify: (_, written) => isIP(written) !== 0,
  // Versions and parts of documents: a word for it among those before, or a list of names with theirs.
  unlike:
    /(?<![a-z])v(?:er)?\W{0,3}$|versi|versao|wersj|release|firmware|driver|build|upgrade|section|articl|paragra|バーション|\/ [a-z][\w-]*$/,
  context: ['ip', 'address', 'server', 'host'],
};
