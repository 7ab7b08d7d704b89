import { mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LogFile } from './log-file.ts';
import { restartWait } from './child.ts';
import type { UpState } from '../data/state.ts';
import { welcome } from './welcome.ts';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { diskProblem, lastWords, probeFolder, whyNotReady } from './why-not-ready.ts';

it('sets itself aside when it has grown too large, and goes on in a new file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'aicp-log-')), 'x.log');
  const log = new LogFile(path, 10);
  log.write('first line\n');
  log.write('second\n');
  log.close();
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('first line\n');
  expect(readFileSync(path, 'utf8')).toBe('second\n');
});

it('leaves out what a full disk does not take, and says how much that was once there is room', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'aicp-log-')), 'x.log');
  let isFull = false;
  const log = new LogFile(path, 1_000, (file, chunk) => {
    if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return writeSync(file, chunk);
  });
  log.write('one\n');
  isFull = true;
  log.write('two\n');
  log.write('three\n');
  isFull = false;
  log.write('four\n');
  log.close();
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines).toEqual([
    'one',
    '',
    '{"level":"error","event":"log_lines_lost","bytes":10}',
    'four',
    '',
  ]);
});

const latest = { longestMs: 2000, random: () => 0.9999 };

it('starts a process again at once that had been well for a while, however often others died before', () => {
  expect(restartWait({ ...latest, ranMs: 10_000, earlier: 9 })).toEqual({
    waitMs: 0,
    diedYoung: 0,
  });
});

it('waits longer with every early death, and never longer than it may', () => {
  const waits: number[] = [];
  let earlier = 0;
  for (let death = 0; death < 20; death += 1) {
    const { waitMs, diedYoung } = restartWait({ ...latest, ranMs: 9999, earlier });
    waits.push(waitMs);
    earlier = diedYoung;
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect([waits[0], waits.at(-1)]).toEqual([100, 2000]);
});

const KEY = 'aicp_a-key-that-nobody-may-read';

function stateWithKey(): UpState {
  const directory = mkdtempSync(join(tmpdir(), 'aicp-welcome-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const adminKeyFile = join(directory, 'admin.key');
  writeFileSync(adminKeyFile, `${KEY}\n`);
  return {
    supervisor: 1,
    version: '0.1.0',
    startedAt: '2026-11-01T00:00:00Z',
    portOffset: 0,
    kubeconfig: join(directory, 'kubeconfig'),
    adminKeyFile,
    configRevision: '1.1',
    ready: true,
    services: [],
    failure: null,
  };
}

it('shows the administrator his key on a terminal', () => {
  expect(welcome(stateWithKey(), true)).toContain(`admin key       ${KEY}   (also in `);
});

it('keeps the key out of all other output, which may be a log, and says where it is', () => {
  const state = stateWithKey();
  const said = welcome(state, false);
  expect(said).not.toContain(KEY);
  expect(said).toContain(`admin key       in ${state.adminKeyFile}`);
  expect(said).toContain(`$(cat ${state.adminKeyFile})`);
});

it('says where the data is to the commands that would look for it elsewhere', () => {
  const state = stateWithKey();
  const elsewhere = dirname(state.adminKeyFile);
  expect(welcome(state, false)).toContain(
    `make down stops everything (each with ARGS="--data-dir ${elsewhere}")`,
  );
  const adminKeyFile = join(process.cwd(), '.aicp', 'admin.key');
  expect(welcome({ ...state, adminKeyFile }, false)).toContain('make down stops everything; the');
});

const silent = {
  said: '',
  exitCode: 1,
  signal: null,
  disk: undefined,
  logs: '/data/logs',
};
const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });

it('names a full disk and what to do, although its process could say nothing', () => {
  const disk = diskProblem(full, '/data');
  expect(disk).toBe(
    '/data cannot be written (ENOSPC), the disk is full: make room on it, or name another --data-dir',
  );
  expect(whyNotReady({ ...silent, disk })).toBe(
    `it did not become ready:\n${disk ?? ''}\nthe logs are in /data/logs`,
  );
});

it('passes on what the process said last', () => {
  expect(whyNotReady({ ...silent, said: 'port 4000 is taken' })).toContain(
    ':\nport 4000 is taken\n',
  );
});

it.each([
  ['gateway', false, 'starting\nthe gateway said last:\nAICP_MAX_REQUESTS must be 1 or more'],
  ['mcp-host', false, 'starting\nthe MCP host said last:\nAICP_MAX_REQUESTS must be 1 or more'],
  ['gateway', true, 'starting'],
  ['mcp-host', true, 'starting'],
])('passes on what the %s said last, where it is not ready (%j)', async (name, ready, says) => {
  const logs = await mkdtemp(join(tmpdir(), 'aicp-words-'));
  onTestFinished(() => rm(logs, { recursive: true }));
  const paths = { logs, state: join(logs, 'state.json') };
  const log = join(logs, 'up.log');
  expect(lastWords(log, paths)).toBe('');
  writeFileSync(log, 'starting\n');
  writeFileSync(join(logs, `${name}.log`), 'AICP_MAX_REQUESTS must be 1 or more\n');
  writeFileSync(join(logs, 'control.log'), 'all is well\n');
  const services = [{ name, pid: null, address: '', ready, restarts: 3 }];
  writeFileSync(paths.state, JSON.stringify({ ...stateWithKey(), services }));
  expect(lastWords(log, paths)).toBe(says);
});

it('passes on what ended the process of the other services', async () => {
  const logs = await mkdtemp(join(tmpdir(), 'aicp-words-'));
  onTestFinished(() => rm(logs, { recursive: true }));
  const paths = { logs, state: join(logs, 'state.json') };
  writeFileSync(join(logs, 'control.log'), 'SyntaxError: no such export\n');
  const service = { pid: null, address: '', restarts: 3 };
  const services = [
    { ...service, name: 'gateway', ready: true },
    { ...service, name: 'operator', ready: false },
    { ...service, name: 'admin', ready: false },
  ];
  writeFileSync(paths.state, JSON.stringify({ ...stateWithKey(), services }));
  expect(lastWords(join(logs, 'up.log'), paths)).toBe(
    'not ready: operator, admin. Their process said last:\nSyntaxError: no such export',
  );
});

it.each([
  [{ exitCode: 7 }, 'ended with 7'],
  [{ exitCode: null, signal: 'SIGKILL' as const }, 'ended by SIGKILL'],
  [{ exitCode: null }, 'took too long'],
])('never leaves the reason empty: %j', (more, says) => {
  expect(whyNotReady({ ...silent, ...more })).toContain(says);
});

it('tries to write into a folder, makes it where it is missing, and leaves nothing behind', async () => {
  const root = await mkdtemp(join(tmpdir(), 'aicp-probe-'));
  const folder = join(root, 'data');
  expect(probeFolder(folder)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await rm(root, { recursive: true });
});

it('makes nothing of other errors', () => {
  expect(diskProblem(new Error('odd'), '/data')).toBeUndefined();
});
