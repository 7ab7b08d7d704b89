import { parseArgs } from 'node:util';
import { Installation } from '@aicp/test/up/installation';
import { measureScale } from './measure.ts';

/**
 * Measures what one change costs among many objects: an installation of `aicp up` of its own is filled, changed one object at a time, and
 * then changed at a steady pace. The last line is one JSON object. With `--bars`, it ends with an error where a figure misses its bar.
 */

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '14000' },
    changes: { type: 'string', default: '200' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    bars: { type: 'boolean', default: false },
  },
});

const BARS = { effectiveMs: 500, controlMiB: 700, ofOffered: 0.99 } as const;

const installation = await Installation.prepare();
try {
  const { code, err } = await installation.up();
  if (code !== 0) throw new Error(`the installation did not start: ${err}`);
  const { services } = await installation.status();
  const pidOf = (service: string): number =>
    services.find(({ name }) => name === service)?.pid ?? 0;
  const perSecond = Number(values.rate);
  const figures = await measureScale({
    kubeconfig: installation.kubeconfig,
    pids: { control: pidOf('operator'), gateway: pidOf('gateway') },
    objects: Number(values.objects),
    changes: Number(values.changes),
    perSecond,
    seconds: Number(values.seconds),
    say: (line) => void process.stdout.write(`${line}\n`),
  });
  const { effectiveMs, residentMiB, offered } = figures;
  const missed = [
    ...(effectiveMs.p99 > BARS.effectiveMs ? [`effective: p99 ${effectiveMs.p99} ms`] : []),
    ...(residentMiB.control > BARS.controlMiB ? [`memory: ${residentMiB.control} MiB`] : []),
    ...(offered.acceptedPerSecond < perSecond * BARS.ofOffered
      ? [`accepted: ${offered.acceptedPerSecond} a second`]
      : []),
    ...(offered.errors + offered.wrong > 0
      ? [`${offered.errors} changes refused, ${offered.wrong} objects wrong`]
      : []),
  ];
  if (values.bars && missed.length > 0) {
    process.stdout.write(`bars missed: ${missed.join('; ')}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  await installation.remove();
}
