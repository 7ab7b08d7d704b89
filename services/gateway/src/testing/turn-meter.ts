/*
 * Loaded into a gateway's process before it: measures the longest turn of its event loop, in CPU time of its main thread, so that a busy
 * machine changes nothing. It looks once a millisecond: what it takes for one turn may be several short ones, and never less than one.
 * It also tells what is in use of the memory of JavaScript once all garbage is collected.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 1;

let longestMs = 0;
let before = process.threadCpuUsage();

setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system) / 1000);
}, EVERY_MS).unref();

function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Tells the longest since the last time that it was asked: the start of a process has longer ones than any request. */
process.on('message', (what) => {
  if (what === 'memory') {
    process.send?.(bytesInUse());
    return;
  }
  process.send?.(longestMs);
  longestMs = 0;
});
process.channel?.unref();
