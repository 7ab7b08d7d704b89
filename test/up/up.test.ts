import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { NamespaceClient } from '@aicp/local/client/namespace-client';
import { dataPaths } from '@aicp/local/data/paths';
import { portsFor } from '@aicp/local/data/ports';
import { currentState, isAlive } from '@aicp/local/data/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../kubernetes/control-plane/until.ts';
import { killNow, type Finished, Installation } from './installation.ts';

const EVERYTHING = `
apiVersion: aicp.dev/v1alpha1
kind: Budget
metadata: { name: everything }
spec: { entityType: global, limitUsd: 1000, window: month, action: warn }
`;

describe('aicp up', () => {
  let installation: Installation;
  let started: Finished;

  beforeAll(async () => {
    installation = await Installation.prepare();
    started = await installation.up();
  }, 180_000);
  afterAll(async () => {
    await installation.remove();
  });

  it('says where everything is, where the key is and a request that works when it is pasted', async () => {
    expect(started.code).toBe(0);
    expect(started.out).toContain(`${installation.gatewayUrl}/v1`);
    expect(started.out).toContain(
      `admin key       in ${join(installation.directory, 'admin.key')}`,
    );
    const request = /-d '(\{.*\})'/.exec(started.out)?.[1] ?? '';
    const answer = await installation.ask(JSON.parse(request) as Record<string, unknown>);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ choices: [{ message: { role: 'assistant' } }] });
  });

  it('logs no warning at its first start', async () => {
    expect(await installation.warnings()).toEqual([]);
  });

  it('is asked by the program of the README, with the key that the README takes', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [line = ''] = /^export AICP_KEY=.*$/m.exec(readme) ?? [];
    const [, program = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
    const setKey = line.replace('.aicp/', `${installation.directory}/`);
    const said = execFileSync('bash', ['-euc', `${setKey}; exec node --input-type=module -`], {
      cwd: root,
      encoding: 'utf8',
      input: program.replace('http://127.0.0.1:4000', installation.gatewayUrl),
    });
    expect(said.trim()).not.toBe('');
  });

  it('writes its key into no log', () => {
    const logs = join(installation.directory, 'logs');
    for (const name of readdirSync(logs)) {
      expect(readFileSync(join(logs, name), 'utf8')).not.toContain(installation.key);
    }
  });

  it('keeps its secrets to their owner', () => {
    for (const file of [
      'admin.key',
      'kubeconfig',
      'tokens/person.token',
      'tokens/operator.token',
    ]) {
      expect(statSync(join(installation.directory, file)).mode & 0o777).toBe(0o600);
    }
  });

  it('lists each service with its process, address and readiness', async () => {
    const state = await installation.status();
    expect(state.ready).toBe(true);
    expect(state.configRevision).toMatch(/^1\.[0-9]+$/);
    expect(state.kubeconfig).toBe(installation.kubeconfig);
    expect(state.services.map(({ name, ready }) => [name, ready])).toEqual([
      ['gateway', true],
      ['kubernetes', true],
      ['operator', true],
      ['admin', true],
      ['budget', true],
      ['cost', true],
      ['workflow', true],
    ]);
    expect(state.services.every(({ pid }) => pid !== null && isAlive(pid))).toBe(true);
  });

  it('refuses a second one on the same data directory, and says where the first is when asked twice', async () => {
    const foreground = await installation.aicp([
      'up',
      '--port-offset',
      String(installation.offset),
    ]);
    expect(foreground.code).toBe(1);
    expect(foreground.err).toContain('it already runs on');
    const again = await installation.up();
    expect(again.code).toBe(0);
    expect(again.out).toContain('it already runs on');
    expect(again.out).toContain(installation.gatewayUrl);
  });

  it('shows in the budget service what a request cost', async () => {
    const file = join(installation.directory, 'budget.yaml');
    writeFileSync(file, EVERYTHING);
    expect((await installation.aicp(['apply', '-f', file])).code).toBe(0);
    expect((await installation.ask()).status).toBe(200);
    await until(
      async () => {
        const answer = await fetch(`${installation.budgetUrl}/budgets/everything`);
        const { spent_usd: spent } = (await answer.json()) as { spent_usd?: number };
        return spent !== undefined && spent > 0;
      },
      { what: 'what the request cost is shown' },
    );
  });

  it('applies YAML and shows objects without kubectl', async () => {
    const folder = join(import.meta.dirname, '../../examples/quickstart');
    const applied = await installation.aicp(['apply', '-f', folder]);
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(applied.out).toContain('routingpolicy/quickstart-batch applied');
    await until(
      async () => {
        return (await installation.ask({ model: 'smart' })).status === 200;
      },
      { what: 'the model is served' },
    );
    await until(
      async () => {
        const routed = await installation.ask({ model: 'smart' }, { 'x-batch': 'true' });
        return routed.headers.get('x-aicp-model') === 'quickstart/fast';
      },
      { what: 'the policy routes' },
    );
    const written = await installation.aicp(['get', 'models', '-o', 'yaml']);
    const file = join(installation.directory, 'models.yaml');
    writeFileSync(file, written.out);
    const again = await installation.aicp(['apply', '-f', file]);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('model/quickstart-smart applied');
    writeFileSync(file, '# nothing\n');
    const nothing = await installation.aicp(['apply', '-f', file]);
    expect(nothing).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds no object') as string,
    });
    const shown = await installation.aicp(['get', 'models']);
    expect(shown.out).toMatch(
      /quickstart-smart\s+quickstart\/smart\s+quickstart\s+(?:Serving\s+)?True/,
    );
  });

  it('starts a process again that dies, and counts it', async () => {
    const before = await installation.status();
    const gateway = before.services.find(({ name }) => name === 'gateway');
    killNow(gateway?.pid);
    await until(
      async () => {
        const { ready, services } = await installation.status();
        const now = services.find(({ name }) => name === 'gateway');
        return ready && now?.restarts === 1 && now.pid !== gateway?.pid;
      },
      { what: 'the gateway is back' },
    );
    expect((await installation.ask()).status).toBe(200);
  });

  it('says of services whose process died that they are not ready until they are back', async () => {
    const { services: before } = await installation.status();
    const control = before.find(({ name }) => name === 'admin');
    killNow(control?.pid);
    const rows: string[][] = [];
    await until(
      () => {
        const state = currentState(dataPaths(installation.directory));
        rows.push(state?.services.map(({ name }) => name) ?? []);
        return state?.ready === true && state.services.every(({ pid }) => pid !== control?.pid);
      },
      { what: 'the control process is back' },
    );
    expect((await fetch(`${installation.adminUrl}/ready`)).status).toBe(200);
    const names = before.map(({ name }) => name);
    expect(rows.filter((seen) => seen.join() !== names.join())).toEqual([]);
  });

  it('prints the usage of every request', async () => {
    const answer = await installation.ask();
    const id = answer.headers.get('x-request-id');
    await until(
      async () => {
        const { out } = await installation.aicp(['journal']);
        const records = out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { request_id: string });
        return records.filter((record) => record.request_id === id).length === 1;
      },
      { what: 'the record is there' },
    );
  });

  it('logs no error and no warning but for the processes that were killed', async () => {
    const loud = await installation.warnings();
    // While the control process is dead, so is the budget service.
    const away = ['usage_not_delivered', 'leases_unavailable'];
    const events = loud.filter((event) => !away.includes(event));
    expect(events).toEqual(['process_died', 'process_died']);
  });

  it('loses no object when everything is killed at once', async () => {
    const { supervisor, services } = await installation.status();
    for (const pid of new Set([supervisor, ...services.map((service) => service.pid)]))
      killNow(pid);
    const names = async () =>
      (await installation.aicp(['get', 'models'])).out
        .split('\n')
        .slice(1)
        .map((row) => row.split(' ')[0]);
    expect((await installation.up()).code).toBe(0);
    expect(await names()).toEqual(
      expect.arrayContaining(['quickstart-smart', 'sim-large', 'sim-small']),
    );
    expect((await installation.ask({ model: 'smart' })).status).toBe(200);
  });

  it('makes the first objects once: what was deleted stays deleted', async () => {
    const client = NamespaceClient.fromKubeconfig(installation.kubeconfig);
    await client.requests.json({
      method: 'DELETE',
      path: '/apis/aicp.dev/v1alpha1/namespaces/default/models/sim-large',
    });
    await client.close();
    await installation.aicp(['down']);
    expect((await installation.up()).code).toBe(0);
    expect((await installation.aicp(['get', 'models'])).out).not.toContain('sim-large');
  });

  it('stops when it is told to, and says that the data stays', async () => {
    const { supervisor } = await installation.status();
    const stopped = await installation.aicp(['down']);
    expect(stopped.out).toContain('the data stays');
    expect(isAlive(supervisor)).toBe(false);
    expect((await installation.aicp(['status'])).code).toBe(1);
  });
});

describe('aicp up that cannot start', () => {
  it('names the port that is taken and its holder', async () => {
    const installation = await Installation.prepare();
    const port = portsFor(installation.offset).gateway;
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
    const refused = await installation.up();
    await new Promise((resolve) => holder.close(resolve));
    await installation.remove();
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`port ${port} (gateway) is taken by process ${process.pid}`);
  });

  it('refuses an administrator key that is too short', async () => {
    const installation = await Installation.prepare();
    const refused = await installation.up({ AICP_ADMIN_KEY: 'short' });
    await installation.remove();
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('AICP_ADMIN_KEY needs 20 characters or more');
  });

  it.each([
    ['--port-offset', 'x'],
    ['--port-offset', '50000'],
    ['--nonsense', '1'],
  ])('says what %s %s should be', async (option, value) => {
    const installation = await Installation.prepare();
    const refused = await installation.aicp(['up', option, value]);
    await installation.remove();
    expect(refused.code).toBeGreaterThan(0);
    expect(refused.err).toContain(option);
  });
});

const root = join(import.meta.dirname, '../..');

it('an installation of packages prepares the database, so that the first start does not', () => {
  const args = ['--dry-run', '--always-make', 'node_modules/.installed'];
  const commands = execFileSync('make', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const at = (part: string): number => commands.findIndex((command) => command.includes(part));
  expect(at('npm ci')).toBeGreaterThanOrEqual(0);
  expect(at('node services/common/src/database/pglite/prepare/main.ts')).toBeGreaterThan(
    at('npm ci'),
  );
});
