import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AlreadyRunning, takeLock } from './lock.ts';

it('is held by one at a time, and free again when its holder is gone', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'aicp-lock-')), 'lock.db');
  const first = takeLock(path);
  expect(() => takeLock(path)).toThrow(AlreadyRunning);
  first[Symbol.dispose]();
  const second = takeLock(path);
  second[Symbol.dispose]();
});
