import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Installation } from './installation.ts';

/** What it may take until all is ready, s: at the first start, and at one on the data of before. Held where nothing runs beside it (`make prove`). */
const READY_WITHIN = { first: 8, again: 5 };
const HAS_EXACT_TIMES = process.env['AICP_EXACT_TIMES'] === '1';
/**
 * What everything that `make up` starts may take while nothing happens. The aim is 1 % of a core. The share of the processor is held where nothing runs
 * beside it (`make prove`), and told everywhere: on machines that many share, 4 to 20 % were seen of the same code.
 */
const MOST = { mib: 650, percentOfCore: 3 };
/** Long enough for each of the operator's rounds that it makes in any case. */
const WATCHED_MS = 15_000;
/** It has settled when such a time took no more than it may: rounds come less and less often after the start. What has not settled after this many fails. */
const SETTLED_WITHIN_TIMES = 6;
/** The system counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

const KEY = 'a-key-of-my-own-choosing';

let installation: Installation;
let firstReady: number;

beforeAll(async () => {
  installation = await Installation.prepare();
  firstReady = await readySeconds();
}, 180_000);
afterAll(async () => {
  await installation.remove();
});

it.runIf(process.platform === 'linux')(
  'an idle installation takes little memory and processor time',
  async () => {
    const processes = await processesOf();
    const shares: number[] = [];
    do shares.push(await shareOfCore(processes, WATCHED_MS));
    while ((shares.at(-1) ?? 0) > MOST.percentOfCore && shares.length < SETTLED_WITHIN_TIMES);
    const resident = processes.map(residentMibOf);
    const mib = sum(resident);
    process.stdout.write(
      `idle: ${mib} MiB resident (${resident.join(' + ')}), ${shares.map((share) => share.toFixed(2)).join(', ')} % of a core; ready in ${firstReady} s\n`,
    );
    expect(mib).toBeLessThanOrEqual(MOST.mib);
    if (HAS_EXACT_TIMES) expect(shares.at(-1)).toBeLessThanOrEqual(MOST.percentOfCore);
  },
  180_000,
);

// After what is idle: whoever asks for something wakes it.
it('takes the administrator key that it is given', async () => {
  expect(installation.key).toBe(KEY);
  expect((await installation.ask()).status).toBe(200);
});

// The last: it stops and starts.
it('is ready soon, at its first start and at one on the data of before', async () => {
  expect((await installation.aicp(['down'])).code).toBe(0);
  const again = await readySeconds();
  process.stdout.write(`ready in ${firstReady} s at the first start, in ${again} s after that\n`);
  expect((await installation.ask()).status).toBe(200);
  if (!HAS_EXACT_TIMES) return;
  expect(firstReady).toBeLessThanOrEqual(READY_WITHIN.first);
  expect(again).toBeLessThanOrEqual(READY_WITHIN.again);
}, 180_000);

/** Starts it; how long it took until all was ready, as it says itself. */
async function readySeconds(): Promise<number> {
  const { code, out } = await installation.up({ AICP_ADMIN_KEY: KEY });
  expect(code).toBe(0);
  const seconds = Number(/ready in ([0-9.]+) s/.exec(out)?.[1]);
  expect(seconds).toBeGreaterThan(0);
  return seconds;
}

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

/** What they took of a core, %, while this time went by. */
async function shareOfCore(processes: readonly number[], ms: number): Promise<number> {
  const before = sum(processes.map(ticksOf));
  await delay(ms);
  const ticks = sum(processes.map(ticksOf)) - before;
  return (ticks / TICKS_PER_SECOND / (ms / 1000)) * 100;
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
