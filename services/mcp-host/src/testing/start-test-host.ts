import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { McpUpstream } from '@aicp/common/mcp/mcp-upstream';
import { UpstreamWays } from '@aicp/common/mcp/upstream-ways';
import {
  answerOf,
  ScriptedOperator,
  snapshotWith,
} from '@aicp/common/snapshot/testing/started-receiver';
import { systemClock } from '@aicp/common/time/clock';
import type { McpCommandFragment } from '@aicp/contracts/snapshot/sections/mcp-servers';
import { expect, vi } from 'vitest';
import type { McpHostConfig } from '../config.ts';
import type { ProgramBounds } from '../servers/program-bounds.ts';
import { startMcpHost } from '../start.ts';
import { PROGRAM } from './program.ts';

const SECRET = 'a secret of the test, long enough';

/** Of programs in tests. */
export const BOUNDS: ProgramBounds = {
  servers: 8,
  memoryBytes: 200 * 1_048_576,
  processes: 16,
  readyMs: 20_000,
};

export interface TestHost extends AsyncDisposable {
  readonly url: string;
  readonly secret: string;
  /** A file with the program of `program.ts`. */
  readonly script: string;
  /** Entries of the log, so far. */
  readonly logged: ReturnType<typeof recordingLog>['entries'];
  /** Hands a snapshot with these commands over. */
  run(...commands: readonly McpCommandFragment[]): void;
  /** A program, asked as the gateway asks. */
  ask(id: string): McpUpstream;
  /** How each program stands, as `/health` says. */
  standings(): Promise<Readonly<Record<string, { readonly state: string }>>>;
  /** Waits until a program runs. */
  running(id: string): Promise<void>;
  stop(): Promise<void>;
}

/** An MCP host with what a test hands it, on a free port. */
export async function startTestHost(config: Partial<McpHostConfig> = {}): Promise<TestHost> {
  const directory = await mkdtemp(join(tmpdir(), 'aicp-mcp-host-'));
  const script = join(directory, 'program.cjs');
  await writeFile(script, PROGRAM);
  const { log, entries: logged } = recordingLog();
  const operator = new ScriptedOperator();
  let revision = 1;
  const snapshotOf = (commands: readonly McpCommandFragment[]) =>
    answerOf(
      snapshotWith(
        { 'mcp-commands': JSON.stringify(commands) },
        { revision: revision++, epoch: 1 },
      ),
    );
  operator.say(snapshotOf([]));
  const host = await startMcpHost(
    {
      host: '127.0.0.1',
      port: 0,
      metricsPort: undefined,
      dataDirectory: directory,
      bootDirectory: undefined,
      instance: 'mcp-host-0',
      secret: SECRET,
      bounds: BOUNDS,
      path: process.env['PATH'] ?? '',
      ...config,
    },
    {
      snapshots: operator,
      log,
      clock: systemClock,
      random: () => 0,
    },
  );
  const url = `http://127.0.0.1:${host.port}`;
  const egress = { platform: PUBLIC_ONLY, tenants: PUBLIC_ONLY };
  const ways = new UpstreamWays({ egress, clock: systemClock, host: { url, secret: SECRET } });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await ways.close();
    await host.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const standings = async () => {
    const answer = await fetch(`${url}/health`);
    return ((await answer.json()) as { servers: Record<string, { state: string }> }).servers;
  };
  return {
    standings,
    running: async (id) => {
      await vi.waitFor(
        async () => {
          expect((await standings())[id]?.state).toBe('running');
        },
        { timeout: 20_000, interval: 20 },
      );
    },
    ...{ url, secret: SECRET, script, logged, stop },
    run: (...commands) => {
      operator.say(snapshotOf(commands));
    },
    ask: (id) => ways.to({ transport: 'stdio', id }),
    [Symbol.asyncDispose]: stop,
  };
}

/** What an MCPServer of type stdio is compiled to. */
export const command = (
  id: string,
  run: string,
  more: Partial<McpCommandFragment> = {},
): McpCommandFragment => ({
  source: { kind: 'MCPServer', name: id, uid: `uid-${id}`, generation: 1 },
  id,
  command: run,
  args: [],
  env: {},
  ...more,
});
