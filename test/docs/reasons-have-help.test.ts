import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEANINGS } from '@aicp/crds/reasons/help-of';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Where conditions are made. */
const FOLDERS = [
  'operator/src/findings',
  'operator/src/kinds',
  'operator/src/spend',
  'operator/src/snapshot/acks',
  'operator/src/control',
  'services/admin/src/sla',
  'services/admin/src/abtests/results',
  'services/admin/src/kinds/license',
  'services/admin/src/events/subscriptions',
];
/** The ways in which code gives a reason. */
const WAYS = [
  /\breason: '([A-Z][A-Za-z]+)'/g,
  /\bsaid\('\w+', '([A-Z][A-Za-z]+)'/g,
  /\bsaid\(\s*'\w+',\s*'([A-Z][A-Za-z]+)'/g,
  /\bcondition\('\w+', '\w+', '([A-Z][A-Za-z]+)'/g,
];

const known = new Set(Object.values(MEANINGS).flatMap((reasons) => Object.keys(reasons)));

const reasons = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, folder, file), 'utf8');
      return WAYS.flatMap((way) => [...text.matchAll(way)].map(([, reason = '']) => reason));
    }),
);

describe('every reason that a condition is given', () => {
  it.each([...new Set(reasons)].sort())('%s says what it means, and what to do', (reason) => {
    expect(known).toContain(reason);
  });

  it('is found', () => {
    expect(reasons.length).toBeGreaterThan(30);
  });
});
