import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dataPaths } from '../data/paths.ts';
import { logs } from './logs.ts';

/** What is printed where the gateway's log holds this. */
async function printed(text: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'aicp-logs-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const folder = dataPaths(directory).logs;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'gateway.log'), text);
  let out = '';
  await logs.run({ 'data-dir': directory }, [], {
    out: (said) => (out += said),
    err: () => undefined,
    isTerminal: false,
    environment: {},
    signal: new AbortController().signal,
  });
  return out;
}

it('leaves out the half of an entry that a full disk took, and keeps plain words', async () => {
  const text = '{"event":"a"}\n{"event":"b","ti\n{"event":"c"}\nAICP_X must be 1\n';
  expect(await printed(text)).toBe('{"event":"a"}\n{"event":"c"}\nAICP_X must be 1\n');
});

it('begins with a whole line where the log is longer than what is printed', async () => {
  // 16 bytes a line, so that 64 KiB begin with a line, and with any part of one.
  const line = (number: number) => `{"n":${String(100_000_000 + number)}}\n`;
  const lines = Array.from({ length: 5_000 }, (_, number) => line(number));
  const whole = 65_536 / line(0).length;
  expect(await printed(lines.join(''))).toBe(lines.slice(-whole).join(''));
  const moved = `${lines.join('')}more\n`;
  expect(await printed(moved)).toBe(`${lines.slice(-whole + 1).join('')}more\n`);
});
