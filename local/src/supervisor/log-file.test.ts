import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LogFile } from './log-file.ts';

it('sets itself aside when it has grown too large, and goes on in a new file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'aicp-log-')), 'x.log');
  const log = new LogFile(path, 10);
  log.write('first line\n');
  log.write('second\n');
  log.close();
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('first line\n');
  expect(readFileSync(path, 'utf8')).toBe('second\n');
});
