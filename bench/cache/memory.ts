import { hash } from 'node:crypto';
import { AnswerStore } from '@aicp/gateway/cache/memory/answer-store';

/*
 * A process of its own, with the flags of the chart's gateway: a million answers of 2 kB against a bound of 256 MiB, each asked once, and between
 * them 20,000 that are asked again and again. Afterwards, nobody asks for these while one tenant writes 500,000 more: how many are still there? The
 * last line is one JSON object.
 */

const MEBIBYTE = 1 << 20;
const ANSWERS = 1_000_000;
const HOT = 20_000;
/** When the hot ones have been asked some times. */
const WARM = 200_000;
const FOR_EVER = Number.MAX_SAFE_INTEGER;

const answer = Buffer.alloc(2048, 'a');
const keyOf = (name: string): Buffer => hash('sha256', name, 'buffer');
const collect = (): void => {
  if (!gc) throw new Error('run it with --expose-gc');
  gc();
};

collect();
const before = process.memoryUsage().rss;
const store = new AnswerStore({ maxBytes: 256 * MEBIBYTE });
let asked = 0;
let kept = 0;
let setNs = 0;
let slowestNs = 0;
for (let count = 0; count < ANSWERS; count += 1) {
  const key = keyOf(`once ${count}`);
  const began = process.hrtime.bigint();
  store.set(key, answer, FOR_EVER, 0);
  const took = Number(process.hrtime.bigint() - began);
  setNs += took;
  slowestNs = Math.max(slowestNs, took);
  const hot = keyOf(`hot ${(count * 7919) % HOT}`);
  const isKept = store.get(hot, 0) !== undefined;
  if (!isKept) store.set(hot, answer, FOR_EVER, 0);
  if (count < WARM) continue;
  asked += 1;
  if (isKept) kept += 1;
}
collect();
const resident = (process.memoryUsage().rss - before) / MEBIBYTE;
const { bytes, entries } = store;
for (let count = 0; count < ANSWERS / 2; count += 1) {
  store.set(keyOf(`of one tenant ${count}`), answer, FOR_EVER, 0);
}
let left = 0;
for (let count = 0; count < HOT; count += 1) if (store.get(keyOf(`hot ${count}`), 0)) left += 1;
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
process.stdout.write(
  `${JSON.stringify({
    resident_mib: rounded(resident, 1),
    bound_mib: rounded(bytes / MEBIBYTE, 1),
    entries,
    hot_kept: rounded(kept / asked, 5),
    hot_left_by_one_tenant: rounded(left / HOT, 5),
    set_us: rounded(setNs / ANSWERS / 1000, 2),
    slowest_set_ms: rounded(slowestNs / 1e6, 1),
  })}\n`,
);
