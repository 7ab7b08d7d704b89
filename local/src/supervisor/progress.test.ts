import { expect, it } from 'vitest';
import { otherThanAsked } from './progress.ts';

const service = (name: string) => ({ name, pid: 1, address: 'http://a', ready: true, restarts: 0 });
const nothing = { mcpHost: false, portOffset: undefined, noConsole: false, untold: [] };

it('says how an installation without a host gets the one that is asked for', () => {
  const running = { services: [service('gateway')], portOffset: 0 };
  expect(otherThanAsked(running, { ...nothing, mcpHost: true })).toEqual([
    'It runs without --mcp-host: run `aicp down`, and then this again; the data stays.',
  ]);
});

it('says on which ports an installation is that is asked for on others', () => {
  const running = { services: [service('gateway')], portOffset: 100 };
  expect(otherThanAsked(running, { ...nothing, portOffset: 0 })).toEqual([
    'It runs with --port-offset 100: run `aicp down`, and then this again; the data stays.',
  ]);
});

it('says that a console is there where none is asked for', () => {
  const stood = { address: 'http://a/', log: '' };
  const running = { services: [service('gateway')], portOffset: 0 };
  const without = { ...nothing, noConsole: true };
  expect(otherThanAsked({ ...running, console: { ...stood, status: 'ready' } }, without)).toEqual([
    'It runs with a console: run `aicp down`, and then this again; the data stays.',
  ]);
  expect(otherThanAsked({ ...running, console: { ...stood, status: 'off' } }, without)).toEqual([]);
});

it('says what counts of options whose values it does not know', () => {
  const running = { services: [service('gateway')], portOffset: 0 };
  const untold = ['--kubeconfig', '--redis'];
  expect(otherThanAsked(running, { ...nothing, untold })).toEqual([
    'For --kubeconfig and --redis, what it was started with holds; to change that, run `aicp down`, and then this again; the data stays.',
  ]);
});

it('says nothing where it runs as asked, or where nothing is asked', () => {
  const running = { services: [service('mcp-host')], portOffset: 100 };
  expect(otherThanAsked(running, { ...nothing, mcpHost: true, portOffset: 100 })).toEqual([]);
  expect(otherThanAsked(running, nothing)).toEqual([]);
});
