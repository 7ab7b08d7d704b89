import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dataPaths } from '../data/paths.ts';
import { logs } from './logs.ts';

it('leaves out the half of an entry that a full disk took, and keeps plain words', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'aicp-logs-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const folder = dataPaths(directory).logs;
  mkdirSync(folder, { recursive: true });
  const text = '{"event":"a"}\n{"event":"b","ti\n{"event":"c"}\nAICP_X must be 1\n';
  writeFileSync(join(folder, 'gateway.log'), text);
  let out = '';
  await logs.run({ 'data-dir': directory }, [], {
    out: (said) => (out += said),
    err: () => undefined,
    isTerminal: false,
    environment: {},
    signal: new AbortController().signal,
  });
  expect(out).toBe('{"event":"a"}\n{"event":"c"}\nAICP_X must be 1\n');
});
