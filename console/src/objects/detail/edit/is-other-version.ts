import type { Versioned } from '../../../api/read/versioned.ts';

/**
 * Whether somebody changed an object between two answers. A tag is `"<version>.<digest>"`, and only the version counts: what is told of the object's
 * state changes by itself.
 */
export const isOtherVersion = (a: Versioned<unknown>, b: Versioned<unknown>): boolean =>
  versionOf(a) !== versionOf(b);

const versionOf = ({ tag }: Versioned<unknown>): string | undefined =>
  tag?.replaceAll('"', '').split('.')[0];
