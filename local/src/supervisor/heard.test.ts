import { describe, expect, it } from 'vitest';
import type { ControlMessage } from '../control/messages.ts';
import { Heard } from './heard.ts';

const GATEWAY = { pid: 7, ready: true, revision: '1.1' };
const said = (ready: boolean, names = ['kubernetes', 'admin']): ControlMessage => ({
  type: 'services',
  services: names.map((name) => ({ name, address: `http://${name}`, ready })),
  gateway: GATEWAY,
});

/** The names of the rows, each with whether it is ready. */
const rowsOf = (heard: Heard, pid: number | null) =>
  heard.rows({ pid, restarts: 1 }).map(({ name, ready }) => [name, ready]);

const READY = [
  ['kubernetes', true],
  ['admin', true],
];
const GONE = [
  ['kubernetes', false],
  ['admin', false],
];

describe('what the control process said', () => {
  it('counts while that process runs', () => {
    const heard = new Heard();
    heard.hear(1, said(true));
    expect(heard.rows({ pid: 1, restarts: 2 })).toMatchObject([
      { name: 'kubernetes', pid: 1, address: 'http://kubernetes', ready: true, restarts: 2 },
      { name: 'admin', ready: true },
    ]);
  });

  it('leaves its rows behind when the process is gone, none of them ready', () => {
    const heard = new Heard();
    heard.hear(1, said(true));
    expect(rowsOf(heard, null)).toEqual(GONE);
  });

  it('says nothing of the process after it, which is ready once it says so itself', () => {
    const heard = new Heard();
    heard.hear(1, said(true));
    expect(rowsOf(heard, 2)).toEqual(GONE);
    heard.hear(2, said(true));
    expect(rowsOf(heard, 2)).toEqual(READY);
  });

  it('leaves its rows where the next process has not made its services yet', () => {
    const heard = new Heard();
    heard.hear(1, said(true));
    heard.hear(2, said(true, []));
    expect(rowsOf(heard, 2)).toEqual(GONE);
    expect(heard.gateway).toEqual(GATEWAY);
  });
});
