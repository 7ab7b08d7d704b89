// Run by `helm test`: `probe URL…` ends well once each URL answers 200.
import { systemClock } from '@aicp/common/time/clock';
import { probe } from './probe.ts';

const WITHIN_MS = 60_000;

const urls = process.argv.slice(2);
try {
  if (urls.length === 0) throw new Error('the URL to ask is needed');
  for (const url of urls) {
    const said = await probe({ url, withinMs: WITHIN_MS, clock: systemClock, fetch });
    process.stdout.write(`${said}\n`);
  }
} catch (error) {
  process.stderr.write(`probe: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
