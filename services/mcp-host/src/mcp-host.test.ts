import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { BOUNDS, command, startTestHost, type TestHost } from './testing/start-test-host.ts';

const NODE = process.execPath;
const SOON = { timeout: 20_000, interval: 20 };
const CALL = { timeoutMs: 20_000 };

const program = ({ script }: Pick<TestHost, 'script'>, id = 'one', ...more: readonly string[]) =>
  command(id, NODE, { args: [script, ...more] });

/** The text that a tool of a program answers. */
async function call(host: TestHost, name: string, given: object = {}, id = 'one') {
  const answer = await host
    .ask(id)
    .ask(
      'tools/call',
      { name, arguments: given },
      { ...CALL, signal: AbortSignal.timeout(20_000) },
    );
  const { content } = answer as { readonly content: readonly { readonly text: string }[] };
  return content[0]!.text;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const gone = async (pid: number) => {
  await vi.waitFor(() => {
    expect(isAlive(pid)).toBe(false);
  }, SOON);
};

const whyEnded = ({ logged }: TestHost) =>
  logged.filter(({ event }) => event === 'mcp_server_ended').map(({ reason }) => String(reason));

describe('the MCP host', () => {
  it('offers the tools of a program over HTTP, with its own answers', async () => {
    await using host = await startTestHost();
    host.run(program(host));
    await host.running('one');
    const tools = await host.ask('one').tools();
    expect(tools.map(({ definition }) => definition.name)).toContain('echo');
    expect(JSON.parse(await call(host, 'echo', { a: 1 }))).toEqual({ a: 1 });
  });

  it('gives a program PATH, HOME and its own variables, an empty home and a directory, and nothing else', async () => {
    process.env['AICP_OF_THE_HOST'] = 'secret';
    await using host = await startTestHost({ path: '/usr/bin:/bin' });
    host.run({ ...program(host), env: { MODE: 'read' } });
    await host.running('one');
    const environment = JSON.parse(await call(host, 'environment')) as Record<string, string>;
    expect(Object.keys(environment).sort()).toEqual(['HOME', 'MODE', 'PATH']);
    expect(environment).toMatchObject({ MODE: 'read', PATH: '/usr/bin:/bin' });
    const where = JSON.parse(await call(host, 'where')) as { directory: string; files: string[] };
    expect(where.files).toEqual([]);
    expect(where.directory).toMatch(/servers\/one-[0-9a-f]{12}\/work$/);
    delete process.env['AICP_OF_THE_HOST'];
  });

  it('answers nobody without the secret, and knows no program that it does not run', async () => {
    await using host = await startTestHost();
    host.run(program(host));
    await host.running('one');
    const status = async (path: string, secret?: string) =>
      (
        await fetch(host.url + path, {
          method: 'POST',
          headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
        })
      ).status;
    expect(await status('/servers/one')).toBe(401);
    expect(await status('/servers/one', `${host.secret}x`)).toBe(401);
    expect(await status('/servers/other', host.secret)).toBe(404);
    expect(await status('/servers/..%2fone', host.secret)).toBe(404);
  });

  it('ends what leaves the snapshot or changes, with everything that it started and all that it wrote', async () => {
    await using host = await startTestHost();
    host.run(program(host));
    await host.running('one');
    const { pid, directory } = JSON.parse(await call(host, 'where')) as {
      pid: number;
      directory: string;
    };
    const child = Number(await call(host, 'breed'));
    expect(isAlive(child)).toBe(true);
    host.run({ ...program(host), env: { A: 'b' } });
    await gone(pid);
    await gone(child);
    await vi.waitFor(() => {
      expect(() => readdirSync(directory)).toThrow('ENOENT');
    }, SOON);
    await host.running('one');
    expect(JSON.parse(await call(host, 'environment'))).toMatchObject({ A: 'b' });
    host.run();
    await vi.waitFor(async () => {
      expect(await host.standings()).toEqual({});
    }, SOON);
  });

  it('runs no more programs than it may, and says which it leaves out', async () => {
    await using host = await startTestHost({ bounds: { ...BOUNDS, servers: 1 } });
    host.run(program(host, 'b'), program(host, 'a'));
    await host.running('a');
    expect(Object.keys(await host.standings())).toEqual(['a']);
    expect(host.logged).toContainEqual(
      expect.objectContaining({ event: 'mcp_servers_beyond_bound', servers: ['b'] }),
    );
  });
});

describe('a program that', () => {
  it('ignores SIGTERM is ended when the host stops', async () => {
    await using host = await startTestHost();
    host.run(program(host, 'one', '--deaf'));
    await host.running('one');
    const { pid } = JSON.parse(await call(host, 'where')) as { pid: number };
    await host.stop();
    await gone(pid);
  });

  it('dies takes what it started with it, is started again, and answers then', async () => {
    await using host = await startTestHost();
    host.run(program(host));
    await host.running('one');
    const child = Number(await call(host, 'breed'));
    await expect(call(host, 'die')).rejects.toThrow('gave no answer');
    await gone(child);
    await host.running('one');
    expect(await call(host, 'echo', { again: true })).toBe('{"again":true}');
    expect(whyEnded(host)).toEqual(['it ended with 3']);
  });

  it('dies at once again and again is started ever later, and its requests are answered 503', async () => {
    await using host = await startTestHost();
    host.run(command('one', NODE, { args: ['-e', 'process.exit(7)'] }));
    await vi.waitFor(() => {
      expect(whyEnded(host).length).toBeGreaterThan(2);
    }, SOON);
    const waits = host.logged
      .filter(({ event }) => event === 'mcp_server_ended')
      .map((entry) => Number(entry['restart_in_ms']));
    expect(waits.slice(0, 3)).toEqual([500, 1_000, 2_000]);
    expect(whyEnded(host)[0]).toBe('it ended with 7');
    await expect(host.ask('one').tools()).rejects.toMatchObject({ data: { status: 503 } });
  });

  it('does not exist is told of in the log', async () => {
    await using host = await startTestHost();
    host.run(command('one', 'no-such-program'));
    await vi.waitFor(() => {
      expect(whyEnded(host)[0]).toContain('ENOENT');
    }, SOON);
  });

  it('never answers at all is ended when its time is up, and started again', async () => {
    await using host = await startTestHost({ bounds: { ...BOUNDS, readyMs: 500 } });
    host.run(program(host, 'one', '--mute'));
    await vi.waitFor(() => {
      expect(whyEnded(host)).toHaveLength(2);
    }, SOON);
    expect(whyEnded(host)[0]).toMatch(/^it does not answer as an MCP server: /);
  });

  it('ends when it is asked anything before the older greeting is greeted so the next time', async () => {
    await using host = await startTestHost();
    host.run(program(host, 'one', '--old'));
    await host.running('one');
    expect(whyEnded(host)).toEqual(['it ended with 1']);
    expect(await call(host, 'echo', { a: 1 })).toBe('{"a":1}');
  });

  it('answers a call never is given up by whoever asks, and answers others meanwhile', async () => {
    await using host = await startTestHost();
    host.run(program(host));
    await host.running('one');
    const asked = host
      .ask('one')
      .ask('tools/call', { name: 'hang', arguments: {} }, { timeoutMs: 300 });
    await expect(asked).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(await call(host, 'echo', { a: 1 })).toBe('{"a":1}');
  });

  it('writes 100 MB without an end of line is ended, and started again', async () => {
    await using host = await startTestHost();
    host.run(program(host));
    await host.running('one');
    await expect(call(host, 'flood')).rejects.toThrow('gave no answer');
    await vi.waitFor(() => {
      expect(whyEnded(host)).toEqual(['it wrote a message of more than 4 MiB']);
    }, SOON);
    await host.running('one');
  });

  it('takes more memory than it may is ended', async () => {
    await using host = await startTestHost();
    host.run(program(host));
    await host.running('one');
    await expect(call(host, 'grow')).rejects.toThrow('gave no answer');
    await vi.waitFor(() => {
      expect(whyEnded(host)[0]).toMatch(/^it held [0-9]+ MiB of memory, of 200 at most$/);
    }, SOON);
  });

  it('has more processes than it may is ended with all of them', async () => {
    const bounds = { ...BOUNDS, memoryBytes: 1024 * 1_048_576, processes: 2 };
    await using host = await startTestHost({ bounds });
    host.run(program(host));
    await host.running('one');
    const first = Number(await call(host, 'breed'));
    // With that one it has too many, and may be ended before it has said so.
    const second = await call(host, 'breed').then(Number, () => undefined);
    for (const child of [first, second]) if (child !== undefined) await gone(child);
    await vi.waitFor(() => {
      expect(whyEnded(host)[0]).toBe('it had 3 processes, of 2 at most');
    }, SOON);
  });

  it('writes much for people has it cut in the log', async () => {
    await using host = await startTestHost();
    host.run(program(host));
    await host.running('one');
    await call(host, 'chatter');
    await vi.waitFor(() => {
      expect(host.logged.filter(({ event }) => event === 'mcp_server_said')).toHaveLength(100);
    }, SOON);
    const lines = host.logged.flatMap(({ line }) => (typeof line === 'string' ? [line] : []));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_010);
  });
});
