import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError } from './environment.ts';
import { secretIn } from './secret-file.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'aicp-secret-'));
});
afterAll(() => rm(directory, { recursive: true }));

const named = (file: string) => ({ variable: 'AICP_KEY_FILE', file, others: 'the gateways' });

it('a secret is read anew each time, without the space around it', async () => {
  const file = join(directory, 'good');
  await writeFile(file, `${'a'.repeat(32)}\n`);
  const secret = secretIn(named(file));
  expect(secret()).toBe('a'.repeat(32));
  await writeFile(file, 'b'.repeat(40));
  expect(secret()).toBe('b'.repeat(40));
});

it('a secret that could be guessed is refused, with what to do', async () => {
  const file = join(directory, 'short');
  await writeFile(file, `${'a'.repeat(31)}\n`);
  const asked = () => secretIn(named(file));
  expect(asked).toThrow(ConfigError);
  expect(asked).toThrow(
    'AICP_KEY_FILE holds fewer than 32 characters: put a longer random text there, the same for the gateways.',
  );
});

it('a file that is not there is the system’s error', () => {
  expect(() => secretIn(named(join(directory, 'none')))).toThrow('ENOENT');
});
