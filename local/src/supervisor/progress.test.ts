import { expect, it } from 'vitest';
import { alreadyRuns, otherThanAsked } from './progress.ts';

const SECOND = { root: '/tmp/second' };

const service = (name: string) => ({ name, pid: 1, address: 'http://a', ready: true, restarts: 0 });
const nothing = { mcpHost: false, portOffset: undefined, noConsole: false, untold: [] };

it('says how an installation without a host gets the one that is asked for', () => {
  const running = { services: [service('gateway')], portOffset: 0 };
  expect(otherThanAsked(running, { ...nothing, mcpHost: true }, SECOND)).toEqual([
    'It runs without --mcp-host: run `npx aicp down --data-dir /tmp/second`, and then this again; the data stays.',
  ]);
});

it('says on which ports an installation is that is asked for on others', () => {
  const running = { services: [service('gateway')], portOffset: 100 };
  expect(otherThanAsked(running, { ...nothing, portOffset: 0 }, SECOND)).toEqual([
    'It runs with --port-offset 100: run `npx aicp down --data-dir /tmp/second`, and then this again; the data stays.',
  ]);
});

it('says that a console is there where none is asked for', () => {
  const stood = { address: 'http://a/', log: '' };
  const running = { services: [service('gateway')], portOffset: 0 };
  const without = { ...nothing, noConsole: true };
  expect(
    otherThanAsked({ ...running, console: { ...stood, status: 'ready' } }, without, SECOND),
  ).toEqual([
    'It runs with a console: run `npx aicp down --data-dir /tmp/second`, and then this again; the data stays.',
  ]);
  expect(
    otherThanAsked({ ...running, console: { ...stood, status: 'off' } }, without, SECOND),
  ).toEqual([]);
});

it('says what counts of options whose values it does not know', () => {
  const running = { services: [service('gateway')], portOffset: 0 };
  const untold = ['--kubeconfig', '--redis'];
  expect(otherThanAsked(running, { ...nothing, untold }, SECOND)).toEqual([
    'For --kubeconfig and --redis, what it was started with holds; to change that, run `npx aicp down --data-dir /tmp/second`, and then this again; the data stays.',
  ]);
});

it('says nothing where it runs as asked, or where nothing is asked', () => {
  const running = { services: [service('mcp-host')], portOffset: 100 };
  expect(otherThanAsked(running, { ...nothing, mcpHost: true, portOffset: 100 }, SECOND)).toEqual(
    [],
  );
  expect(otherThanAsked(running, nothing, SECOND)).toEqual([]);
});

it('names the commands for the very installation, also in a folder that the shell takes apart', () => {
  expect(alreadyRuns(SECOND)).toBe(
    'it already runs on /tmp/second (`npx aicp status --data-dir /tmp/second` shows it, `npx aicp down --data-dir /tmp/second` stops it)',
  );
  expect(alreadyRuns({ root: "/tmp/ada's data" })).toContain(
    "`npx aicp down --data-dir '/tmp/ada'\\''s data'`",
  );
});
