import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('an installation of packages prepares the database, so that the first start does not', () => {
  const args = ['--dry-run', '--always-make', 'node_modules/.installed'];
  const commands = execFileSync('make', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const at = (part: string): number => commands.findIndex((command) => command.includes(part));
  expect(at('npm ci')).toBeGreaterThanOrEqual(0);
  expect(at('node services/common/src/database/pglite/prepare/main.ts')).toBeGreaterThan(
    at('npm ci'),
  );
});
