import { monitorEventLoopDelay } from 'node:perf_hooks';
import { compileDetectors } from '@aicp/detection/compile-detectors';
import { RedactedText } from '@aicp/detection/redact-stream';
import { Redactor } from '@aicp/detection/redact';
import { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import { TestGuard } from '@aicp/gateway/guardrails/testing/test-guard';
import { ChatStream } from '@aicp/gateway/protocols/openai-chat/chat-stream';
import { atOnce } from '@aicp/gateway/guardrails/output/slices';
import { GuardedStream } from '@aicp/gateway/protocols/openai-chat/guarded-stream';

/**
 * Measures what looking at texts costs, in CPU: a clean prompt of 4 kB, one that is dense in findings, 1 MB, and a stream in pieces of four
 * characters; what a thread takes for 1 MB; and what a chunk of a chat stream costs more in the gateway where guardrails look at it, with padding and without. The last line is one JSON object.
 */

const TERMS = [
  { id: 'pii', type: 'pii', action: 'redact' },
  { id: 'secrets', type: 'secrets', action: 'redact' },
  { id: 'injection', type: 'injection', action: 'block' },
] as const;
const detectors = compileDetectors(TERMS);
/** At output nobody looks for injections. */
const atOutput = compileDetectors([
  { id: 'pii', type: 'pii', action: 'redact' },
  { id: 'secrets', type: 'secrets', action: 'redact' },
]);

const PROSE =
  'The team met on 2026-11-27 at 09:30 and agreed that release 2.14.3 goes out before the holidays. Details stand at https://docs.example.com/releases/2026/notes?id=48213, and ticket ABC-1182 has the rest; nobody expects more than 1,250 requests a minute. ';
const DENSE =
  'Jo (jo.doe@example.com, +49 30 901820, card 4111 1111 1111 1111) paid to DE89 3704 0044 0532 0130 00 from 203.0.113.9. ';

const sized = (text: string, units: number): string =>
  text.repeat(Math.ceil(units / text.length)).slice(0, units);

/** Microseconds of CPU for one call, the median of some rounds. */
function cpuUs(calls: number, call: () => void): number {
  const rounds = Array.from({ length: 7 }, () => {
    const begin = process.cpuUsage();
    for (let count = 0; count < calls; count += 1) call();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / calls;
  });
  rounds.sort((one, other) => one - other);
  return Math.round((rounds[3] ?? 0) * 10) / 10;
}

const clean = sized(PROSE, 4096);
const dense = sized(DENSE, 4096);
const large = sized(PROSE, 1_000_000);
const pieces = Array.from({ length: clean.length / 4 }, (_, index) =>
  clean.slice(index * 4, index * 4 + 4),
);

const chunks = pieces.map((content) =>
  Buffer.from(
    `data: ${JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    })}\n\n`,
  ),
);

/** The same with a last member that is another in each, as OpenAI sends it so that the length of a chunk does not tell what it says. */
const padded = chunks.map((chunk, place) => {
  const json = chunk.toString('utf8', 0, chunk.length - '}\n\n'.length);
  return Buffer.from(`${json},"obfuscation":"${'0aB'.repeat(place % 9)}${place}"}\n\n`);
});

/** A stream as the gateway passes it on. */
function pass(stream: readonly Buffer[], isGuarded: boolean): void {
  const chat = new ChatStream({ stripUsage: true });
  const guarded = isGuarded ? new GuardedStream(new TestGuard({ detectors: atOutput })) : undefined;
  for (const chunk of stream) {
    const events = chat.push(chunk);
    if (events && guarded) atOnce(guarded.push(events));
  }
  if (guarded) atOnce(guarded.end());
}

function inPieces(): void {
  const text = new RedactedText({ detectors: atOutput, redactor: new Redactor() });
  for (const piece of pieces) text.push(piece);
  text.end();
}

const warm = (): void => {
  for (let count = 0; count < 300; count += 1) {
    detectors.scan(clean);
    detectors.scan(dense);
    if (count % 10 === 0) {
      inPieces();
      for (const one of [chunks, padded]) {
        pass(one, true);
        pass(one, false);
      }
    }
  }
};

/** Milliseconds until the thread has looked at 1 MB, and those of them in which the main thread could do nothing else. */
async function thread(): Promise<{ readonly ms: number; readonly blockedMs: number }> {
  const scanning = new ScanningThread({ onFailure: fail });
  const terms = [TERMS];
  for (let count = 0; count < 20; count += 1) await scanning.scan(terms, [large]);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begin = performance.now();
  for (let count = 0; count < 20; count += 1) {
    await scanning.scan(terms, [large]);
  }
  const ms = (performance.now() - begin) / 20;
  delay.disable();
  await scanning.close();
  return { ms, blockedMs: delay.max / 1e6 };
}

function fail(error: Error): never {
  throw error;
}

warm();
const inThread = await thread();
const chunkUs = (some: readonly Buffer[], isGuarded: boolean): number =>
  cpuUs(10, () => {
    pass(some, isGuarded);
  }) / some.length;
const passedUs = chunkUs(chunks, false);
const figures = {
  clean_us: cpuUs(300, () => detectors.scan(clean)),
  dense_us: cpuUs(100, () => detectors.scan(dense)),
  dense_findings: detectors.scan(dense).length,
  large_ms: cpuUs(3, () => detectors.scan(large)) / 1000,
  large_in_thread_ms: inThread.ms,
  large_blocks_at_most_ms: inThread.blockedMs,
  stream_us_a_piece: cpuUs(10, inPieces) / pieces.length,
  gateway_us_a_chunk: passedUs,
  guarded_us_a_chunk_more: chunkUs(chunks, true) - passedUs,
  guarded_us_a_padded_chunk_more: chunkUs(padded, true) - chunkUs(padded, false),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
