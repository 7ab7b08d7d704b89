import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogFile } from '../supervisor/log-file.ts';
import type { ConsoleState } from '../data/state.ts';
import { ConsoleBuilder } from './console-builder.ts';
import { consolePlan } from './console-plan.ts';
import { ConsoleProgress, sayConsole } from './say-console.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'aicp-console-'));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

/** A workspace whose build is this program. */
async function workspaceWith(program: string): Promise<string> {
  await mkdir(join(root, 'console/build'), { recursive: true });
  await writeFile(join(root, 'console/package.json'), '{"type":"module"}');
  await writeFile(join(root, 'console/build/main.ts'), program);
  return join(root, 'console');
}

const planOf = (workspace: string, environment: Record<string, string> = {}, isWanted = true) =>
  consolePlan({ workspace, data: join(root, 'data'), isWanted, environment });

function builderOf(workspace: string) {
  const seen: ConsoleState['status'][] = [];
  const logPath = join(root, 'console.log');
  const builder: ConsoleBuilder = new ConsoleBuilder({
    plan: planOf(workspace),
    address: 'http://127.0.0.1:8086',
    logPath,
    openLog: () => new LogFile(logPath),
    environment: { PATH: process.env['PATH'] ?? '' },
    nodeOptions: [],
    onChange: () => seen.push(builder.state.status),
  });
  return { builder, seen, logPath };
}

it('is built in the checkout, unless it is switched off, has no sources, or is given', async () => {
  const workspace = await workspaceWith('');
  const directory = join(workspace, 'dist');
  const program = join(workspace, 'build/main.ts');
  expect(planOf(workspace)).toEqual({ directory, program });
  expect(planOf(workspace, { AICP_CONSOLE: 'off' })).toEqual({ directory, program: undefined });
  expect(planOf(workspace, {}, false)).toEqual({ directory, program: undefined });
  const elsewhere = { AICP_CONSOLE_DIR: '/srv/console' };
  expect(planOf(workspace, elsewhere)).toEqual({ directory: '/srv/console', program: undefined });
  expect(planOf(join(root, 'nowhere'))).toEqual({
    directory: join(root, 'data/console'),
    program: undefined,
  });
});

it('is built once, with a word on each turn of it', async () => {
  const program = `process.send({ type: 'building' }, () => console.log(process.argv.slice(2).join(' ')));`;
  const workspace = await workspaceWith(program);
  const { builder, seen, logPath } = builderOf(workspace);
  expect(builder.state.status).toBe('waiting');
  builder.start();
  builder.start();
  await expect.poll(() => builder.state.status).toBe('ready');
  expect(seen).toEqual(['building', 'ready']);
  expect(await readFile(logPath, 'utf8')).toBe(`--nice --out ${join(workspace, 'dist')}\n`);
});

it('that cannot be built says where to look, and ends nothing', async () => {
  const workspace = await workspaceWith(`console.error('no such module'); process.exit(1);`);
  const { builder, seen, logPath } = builderOf(workspace);
  builder.start();
  await expect.poll(() => builder.state.status).toBe('failed');
  expect(seen).toEqual(['failed']);
  expect(await readFile(logPath, 'utf8')).toContain('no such module');
  expect(sayConsole(builder.state)).toContain(logPath);
});

it('that is there already is ready before anybody looks at it again', async () => {
  const workspace = await workspaceWith('');
  await mkdir(join(workspace, 'dist'));
  await writeFile(join(workspace, 'dist/index.html'), '');
  const { builder, seen } = builderOf(workspace);
  expect(builder.state.status).toBe('ready');
  builder.start();
  await expect.poll(() => seen.length).toBe(0);
});

it('is told of in seconds', () => {
  let said = '';
  const progress = new ConsoleProgress((text) => (said += text));
  const at = (status: ConsoleState['status'], now: number) => {
    progress.see({ status, address: 'http://127.0.0.1:8086/', log: 'console.log' }, now);
  };
  at('waiting', 0);
  at('building', 1000);
  at('building', 2000);
  at('ready', 13_000);
  expect(said).toBe(
    '  console      building …\n  console      ready in 12.0 s   http://127.0.0.1:8086/\n',
  );
});
