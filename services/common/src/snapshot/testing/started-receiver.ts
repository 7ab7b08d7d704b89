import { mkdtemp, rm, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PollRequest, PollResponse } from '@aicp/contracts/poll/poll';
import { sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { Registry } from 'prom-client';
import { ManualClock } from '../../kubernetes/testing/manual-clock.ts';
import { createLogger } from '../../log/logger.ts';
import type { FindingsReport } from '@aicp/contracts/poll/findings-report';
import type { HealthReport } from '@aicp/contracts/poll/health-report';
import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import type { NewsSource } from '../poll-news.ts';
import type { PollAnswer } from '../poll-client.ts';
import { SnapshotReceiver, type ApplySnapshot } from '../receiver.ts';
import { SnapshotStore } from '../store.ts';

type Answer = PollResponse | Error | undefined;

/** Answers polls as a test says, one after the other; what is asked beyond that is held until the end. */
export class ScriptedOperator {
  readonly asked: PollRequest[] = [];
  /** What it says of the number of replicas with every answer. */
  expectedReplicas: number | undefined;
  isClosed = false;
  private readonly answers: Answer[] = [];
  private wake: (() => void) | undefined;

  say(...answers: Answer[]): this {
    this.answers.push(...answers);
    this.wake?.();
    return this;
  }

  poll = async (request: PollRequest, signal: AbortSignal): Promise<PollAnswer> => {
    this.asked.push(structuredClone(request));
    while (this.answers.length === 0) {
      await new Promise<void>((resolve, reject) => {
        this.wake = resolve;
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    }
    const answer = this.answers.shift();
    if (answer instanceof Error) throw answer;
    return { newer: answer, expectedReplicas: this.expectedReplicas };
  };

  close = (): Promise<void> => {
    this.isClosed = true;
    return Promise.resolve();
  };
}

export const answerOf = (
  { manifest, degraded, contents }: StoredSnapshot,
  only?: string,
): PollResponse => ({
  manifest,
  degraded,
  changed: only === undefined ? contents : { [only]: contents[only] ?? '' },
});

export const at = (revision: number, models = `["${revision}"]`, epoch = 1) =>
  snapshotWith({ models, keys: '["k"]' }, { revision, epoch });

export async function start(
  operator: ScriptedOperator,
  options: {
    apply?: ApplySnapshot;
    directory?: string;
    boot?: StoredSnapshot;
    health?: NewsSource<HealthReport>;
    spend?: NewsSource<SpendReport>;
    findings?: NewsSource<FindingsReport>;
  } = {},
) {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'aicp-receiver-')));
  const bootDirectory = join(directory, 'boot');
  if (options.boot) await mount(bootDirectory, options.boot);
  const applied: StoredSnapshot[] = [];
  const logged: { event: string; level: string }[] = [];
  const write = (line: string): void => {
    logged.push(JSON.parse(line) as { event: string; level: string });
  };
  const registry = new Registry();
  const clock = new ManualClock();
  const receiver = new SnapshotReceiver({
    service: 'gateway',
    instance: 'gateway-0',
    version: '1',
    client: operator,
    directory: join(directory, 'snapshot'),
    bootDirectory,
    apply: (snapshot) => {
      const errors = options.apply?.(snapshot) ?? [];
      if (errors.length === 0) applied.push(snapshot);
      return errors;
    },
    ...(options.health ? { health: options.health } : {}),
    ...(options.spend ? { spend: options.spend } : {}),
    ...(options.findings ? { findings: options.findings } : {}),
    log: createLogger({ service: 'test', level: 'debug', destination: { write } }),
    clock,
    random: () => 0.5,
    registry,
  });
  await receiver.start();
  return {
    receiver,
    applied,
    logged,
    registry,
    clock,
    directory,
    [Symbol.asyncDispose]: async () => {
      await receiver.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function mount(directory: string, snapshot: StoredSnapshot): Promise<void> {
  const packed = gzipSync(JSON.stringify(snapshot));
  await mkdir(join(directory, '0'), { recursive: true });
  const meta = { parts: 1, digest: sha256(packed) };
  await writeFile(join(directory, '0', 'meta'), JSON.stringify(meta));
  await writeFile(join(directory, '0', 'part'), packed);
}

/** A directory in which a service left a snapshot. */
export async function directoryWith(snapshot: StoredSnapshot): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'aicp-receiver-'));
  await new SnapshotStore(join(directory, 'snapshot')).save(snapshot);
  return directory;
}

export const refusing =
  (bad: string): ApplySnapshot =>
  (snapshot) =>
    snapshot.contents.models === bad ? [{ section: 'models', message: 'bad' }] : [];

/** A snapshot with these sections. */
export function snapshotWith(
  contents: Readonly<Record<string, string>>,
  at: { epoch?: number; revision?: number } = {},
): StoredSnapshot {
  const sections = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)]),
  );
  const { epoch = 1, revision = 1 } = at;
  return {
    manifest: { epoch, revision, digest: snapshotDigest(sections), sections },
    degraded: [],
    contents: { ...contents },
  };
}
