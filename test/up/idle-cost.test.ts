import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Installation } from './installation.ts';

/**
 * What everything that `make up` starts may take while nothing happens. The aims are 450 MiB and 1 % of a core; other tests run beside this one
 * and make the same work take more processor time, so what fails here is several times that.
 */
const MOST = { mib: 500, percentOfCore: 3 };
const SETTLE_MS = 15_000;
const WATCHED_MS = 20_000;
/** The system counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

let installation: Installation;
let startedIn = '';

beforeAll(async () => {
  installation = await Installation.prepare();
  const { code, out } = await installation.up();
  expect(code).toBe(0);
  startedIn = /ready in (.*)/.exec(out)?.[1] ?? '';
}, 180_000);
afterAll(async () => {
  await installation.remove();
});

it.runIf(process.platform === 'linux')(
  'an idle installation takes little memory and processor time',
  async () => {
    await delay(SETTLE_MS);
    const processes = await processesOf();
    const before = processes.map(ticksOf);
    await delay(WATCHED_MS);
    const ticks = processes.map((pid, index) => ticksOf(pid) - (before[index] ?? 0));
    const resident = processes.map(residentMibOf);
    const mib = sum(resident);
    const percentOfCore = (sum(ticks) / TICKS_PER_SECOND / (WATCHED_MS / 1000)) * 100;
    process.stdout.write(
      `idle: ${mib} MiB resident (${resident.join(' + ')}), ${percentOfCore.toFixed(2)} % of a core; started in ${startedIn}\n`,
    );
    expect(mib).toBeLessThanOrEqual(MOST.mib);
    expect(percentOfCore).toBeLessThanOrEqual(MOST.percentOfCore);
  },
  120_000,
);

/** The supervisor and what it started. */
async function processesOf(): Promise<number[]> {
  const { supervisor } = await installation.status();
  const children = readdirSync(`/proc/${supervisor}/task`).flatMap((thread) =>
    readFileSync(`/proc/${supervisor}/task/${thread}/children`, 'utf8')
      .trim()
      .split(/\s+/)
      .filter(Boolean),
  );
  return [supervisor, ...children.map(Number)];
}

/** Processor time, of the system for it too. The name before it may hold anything, spaces included. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function residentMibOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
