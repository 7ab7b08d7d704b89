import { Problem } from '@aicp/common/errors/problem';
import type { AccessDirectory } from './directory.ts';

/** Throws a Problem (503) before the first snapshot: nobody is known then. */
export function requireSnapshot(directory: AccessDirectory): void {
  if (directory.isFilled) return;
  throw new Problem(503, 'The configuration has not arrived yet: try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });
}
