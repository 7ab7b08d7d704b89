import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@aicp/common/http/testing/free-ports';
import { snapshotOf } from '@aicp/gateway/testing/fragments';
import { benchFragments, secretOf } from './bench-fragments.ts';
import { startSnapshotServer } from '@aicp/gateway/testing/fake-operator';
import { spawnProcess, type Spawned } from './spawn-process.ts';

/** Something between the client and the provider that is measured. */
export interface Target {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** Headers of a request beyond the usual. */
  readonly headers: readonly string[];
  stop(): Promise<void>;
}

const TARGET_CORE = 0;
const here = (path: string): string => join(import.meta.dirname, path);

/** Our gateway as it is shipped, with its journal on, on the disk of this machine; it counts in memory, or in the Redis of that address. */
export async function startGatewayTarget(
  upstreamUrl: string,
  environment: Readonly<Record<string, string>> = {},
  fragments = benchFragments(upstreamUrl),
): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), 'aicp-bench-'));
  const tokenFile = join(directory, 'token');
  await writeFile(tokenFile, 'token');
  const operator = await startSnapshotServer(snapshotOf(fragments));
  const spawned = await spawnProcess({
    args: [here('../services/gateway/src/main.ts')],
    environment: {
      AICP_PORT: '0',
      AICP_DATA_DIR: directory,
      AICP_OPERATOR_URL: operator.url,
      AICP_EGRESS_ALLOW: 'private,loopback',
      AICP_TOKEN_FILE: tokenFile,
      AICP_INSTANCE: 'bench',
      ...environment,
    },
    core: TARGET_CORE,
    ready: /"port":([0-9]+).*gateway_started/,
  });
  return {
    ...spawned,
    name: 'gateway',
    headers: [],
    stop: async () => {
      await spawned.stop();
      await operator.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A Redis on the core of the load, nothing on disk; undefined where there is no server on this machine. */
export async function startRedis(core: number): Promise<Spawned | undefined> {
  const program = ['valkey-server', 'redis-server'].find(isInstalled);
  if (program === undefined) return undefined;
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const spawned = await spawnProcess({ program, args, core, ready: /(eady to accept)/ });
  return { ...spawned, port };
}

const isInstalled = (program: string): boolean =>
  spawnSync('which', [program], { stdio: 'ignore' }).status === 0;

/** The unit: node:http and undici, and nothing in between. */
export async function startPassthroughTarget(upstreamUrl: string): Promise<Target> {
  const spawned = await spawnProcess({
    args: [here('passthrough.ts'), upstreamUrl],
    core: TARGET_CORE,
    ready: /ready ([0-9]+)/,
  });
  return { ...spawned, name: 'passthrough', headers: [] };
}

/** Portkey's gateway, installed where it is missing. It has no keys, no policies and no journal to keep here. */
export async function startPortkeyTarget(upstreamUrl: string): Promise<Target> {
  const directory = here('peers/portkey');
  if (!existsSync(join(directory, 'node_modules'))) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: directory });
  }
  const port = await freePort();
  const spawned = await spawnProcess({
    args: [
      join(directory, 'node_modules/@portkey-ai/gateway/build/start-server.js'),
      '--headless',
      `--port=${port}`,
    ],
    core: TARGET_CORE,
    ready: /(?:localhost|127\.0\.0\.1):([0-9]+)/,
  });
  const headers = ['x-portkey-provider: openai', `x-portkey-custom-host: ${upstreamUrl}/v1`];
  return { ...spawned, port, name: 'portkey', headers };
}

/** LiteLLM's proxy, installed where it is missing; it has no keys, no database and no records here. Undefined where there is no Python. */
export async function startLiteLlmTarget(upstreamUrl: string): Promise<Target | undefined> {
  const directory = here('peers/litellm');
  const environment = here('../node_modules/.cache/aicp-litellm');
  const bin = join(environment, 'bin');
  if (spawnSync('python3', ['-c', 'import ensurepip, venv']).status !== 0) return undefined;
  if (!existsSync(join(bin, 'litellm'))) {
    execFileSync('python3', ['-m', 'venv', environment]);
    const requirements = join(directory, 'requirements.txt');
    execFileSync(join(bin, 'pip'), ['install', '--quiet', '--requirement', requirements]);
  }
  const folder = await mkdtemp(join(tmpdir(), 'aicp-litellm-'));
  const config = join(folder, 'config.json');
  const params = { model: 'openai/gpt-4o', api_base: `${upstreamUrl}/v1`, api_key: 'sk-upstream' };
  const models = [{ model_name: 'gpt-4o', litellm_params: params }];
  await writeFile(config, JSON.stringify({ model_list: models }));
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--port', String(port), '--config', config];
  const spawned = await spawnProcess({
    program: join(bin, 'litellm'),
    args: [...options, '--num_workers', '1', '--telemetry', 'False'],
    environment: { LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true' },
    core: TARGET_CORE,
    ready: /Uvicorn running on http:\/\/127\.0\.0\.1:([0-9]+)/,
  });
  const stop = async (): Promise<void> => {
    await spawned.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...spawned, port, name: 'litellm', headers: [], stop };
}

/** The bytes of a request to a target with one of the keys. */
export function requestTo(target: Target, keyIndex: number, body: string): Buffer {
  return Buffer.from(
    [
      'POST /v1/chat/completions HTTP/1.1',
      `host: 127.0.0.1:${target.port}`,
      `authorization: Bearer ${secretOf(keyIndex)}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'accept: application/json',
      'user-agent: bench',
      ...target.headers,
      '',
      body,
    ].join('\r\n'),
  );
}
