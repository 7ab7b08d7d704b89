import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@aicp/gateway/mcp/testing/clients';
import { PROGRAM } from '@aicp/mcp-host/testing/program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../admin/clients.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation } from '../up/installation.ts';

interface Made {
  readonly id: string;
}

/** What `POST …/test` and `GET …/tools` answer. */
interface Verdict {
  readonly ok: boolean;
  readonly tools: number | null;
}
interface Listed {
  readonly tools: readonly { readonly name: string }[];
}

const TOOLS = ['breed', 'chatter', 'die', 'echo', 'environment', 'flood', 'grow', 'hang', 'where'];

describe('a program of an installation with an MCP host', () => {
  let installation: Installation;
  let admin: AdminClient;
  let path: string;

  beforeAll(async () => {
    installation = await Installation.prepare();
    const offset = String(installation.offset);
    const up = await installation.aicp(['up', '--detach', '--mcp-host', '--port-offset', offset]);
    expect(up.code, up.err).toBe(0);
    admin = new AdminClient(installation.adminUrl);
    expect(await admin.login(installation.key)).toBe(200);
    const script = join(installation.directory, 'program.cjs');
    writeFileSync(script, PROGRAM);
    // It ends neither at the end of its input nor when it is asked to.
    const made = await admin.post<Made>('/api/v1/mcp-servers', {
      ...{ name: 'Files', server_type: 'stdio' },
      ...{ command: process.execPath, args: [script, '--deaf'] },
    });
    expect(made.status).toBe(201);
    path = `/api/v1/mcp-servers/${made.body.id}`;
    await untilItAnswers();
  }, 240_000);
  afterAll(async () => {
    await installation.remove();
  });

  const test = async () => (await admin.post<Verdict>(`${path}/test`)).body;
  const untilItAnswers = () =>
    until(async () => (await test()).ok, { what: 'the program answers', everyMs: 500 });
  const host = async () => {
    const { services } = await installation.status();
    return services.find(({ name }) => name === 'mcp-host');
  };
  /** The program's process, as it says itself to whoever calls its tool by the gateway. */
  const program = async () => {
    const id = path.split('/').at(-1) ?? '';
    await using client = await connect(`${installation.gatewayUrl}/mcp/${id}`, installation.key);
    const answer = await client.callTool({ name: 'where', arguments: {} });
    const [part] = answer.content as readonly { readonly text: string }[];
    return (JSON.parse(part?.text ?? '') as { readonly pid: number }).pid;
  };

  it('is tested, and its tools are listed, by the admin API', async () => {
    expect(await test()).toMatchObject({ ok: true, tools: TOOLS.length });
    const { body } = await admin.get<Listed>(`${path}/tools`);
    expect(body.tools.map(({ name }) => name).sort()).toEqual(TOOLS);
  });

  it('does not outlive a host that is killed, and runs again with the next one', async () => {
    const what = 'the gateway calls the program';
    const before = await until(program, { what, everyMs: 500 });
    const first = await host();
    if (!first?.pid) throw new Error('the host does not run');
    process.kill(first.pid, 'SIGKILL');
    await until(() => !isAlive(before), { what: 'the program has ended', timeoutMs: 30_000 });
    await untilItAnswers();
    expect(await until(program, { what, everyMs: 500 })).not.toBe(before);
    expect((await host())?.pid).not.toBe(first.pid);
    expect(await installation.warnings()).toContain('mcp_server_left_ended');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
