import { globSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { kinds } from '@aicp/crds/kinds';
import { gatewayEnvironment } from '@aicp/gateway/config/config';
import { telemetryEnvironment } from '@aicp/gateway/telemetry/settings/telemetry-settings';
import { cached } from '@aicp/gateway/testing/cached-gateway';
import { failover, key, model, provider, simulated } from '@aicp/gateway/testing/fragments';
import { guardrail } from '@aicp/gateway/testing/guardrails';
import { FakeBudget, startBudgetServer } from '@aicp/gateway/testing/fake-budget';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { describe, expect, it } from 'vitest';

describe('gateway page', () => {
  const root = join(import.meta.dirname, '../..');
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const page = read('docs/operations/gateway.md');

  /** The table under a heading of a page: the other cells by the first, without backticks. */
  function rowsUnder(heading: string, text = page): Map<string, readonly string[]> {
    const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').trim()));
    return new Map(rows.map(([, name = '', ...cells]) => [name, cells]));
  }
  const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();

  describe('the errors of the gateway', () => {
    const rows = rowsUnder('Errors');
    /** One refusal each, as its file declares it. */
    const declared = [
      'services/gateway/src/pipeline/exchange/refusal.ts',
      'services/gateway/src/realtime/api/refusals.ts',
      'services/gateway/src/protocols/anthropic-messages/kept-things.ts',
      'services/gateway/src/pipeline/held/room-to-run.ts',
      'services/contracts/src/routing/key-refusal.ts',
      'services/contracts/src/routing/refusal.ts',
      ...globSync('services/contracts/src/{budgets,prompts}/refusal.ts', { cwd: root }),
    ]
      .flatMap((path) => read(path).split(/^(?=export )/m))
      .map((text) => ({
        codes: codesIn(text),
        status: /\b[45]\d\d\b/.exec(uncommented(text))?.[0],
      }));

    it('are those that its page explains', () => {
      expect(sorted(rows.keys())).toEqual(
        sorted(['null', ...declared.flatMap(({ codes }) => codes)]),
      );
    });

    it('have the status that its page says', () => {
      for (const { codes, status } of declared) {
        for (const code of status === undefined ? [] : codes) {
          expect(rows.get(code)?.[0], code).toBe(status);
        }
      }
    });
  });

  const TYPE = /^(invalid_request|permission|rate_limit|server)_error$/;

  /** What a declaration writes after `code`, and every word with an underscore: only codes and types are written so. */
  function codesIn(declaration: string): string[] {
    const named = declaration.matchAll(/\bcode\??\s*[:=]\s*((?:'\w+'[\s|]*)+)/g);
    const texts = [...named].flatMap(([, union = '']) => union.match(/\w+/g) ?? []);
    const words = [...declaration.matchAll(/'([a-z]+_[a-z_]+)'/g)].map(([, word = '']) => word);
    return sorted([...texts, ...words].filter((word) => !TYPE.test(word)));
  }

  const uncommented = (text: string): string => text.replaceAll(/\/\*\*.*?\*\//gs, '');

  describe('the settings of the gateway', () => {
    const rows = rowsUnder('Settings');

    it('are those that its page explains', () => {
      expect(sorted(rows.keys())).toEqual(sorted(Object.keys(gatewayEnvironment.shape)));
    });

    it.each(Object.entries(gatewayEnvironment.shape))(
      '%s has the default that it says',
      (name, schema) => {
        const { def } = schema as { def: { type: string; defaultValue?: string | number } };
        const without = schema.safeParse(undefined).success ? '' : 'required';
        expect(rows.get(name)?.[0]).toBe(String(def.defaultValue ?? without));
      },
    );
  });

  it('names every variable of OpenTelemetry that is read', () => {
    const section = page.slice(page.indexOf('## OpenTelemetry'));
    for (const name of Object.keys(telemetryEnvironment.shape)) {
      const short = name.replace('OTEL_EXPORTER_OTLP', '…');
      expect(section.includes(`\`${name}\``) || section.includes(`\`${short}\``), name).toBe(true);
    }
  });

  /** A gateway that has served a request, and one that its provider failed at. */
  async function usedGateway() {
    await using starting = new AsyncDisposableStack();
    const budget = starting.use(await startBudgetServer(new FakeBudget()));
    const directory = starting.use(await temporaryDirectory());
    const tokenFile = join(directory.path, 'token');
    await writeFile(tokenFile, 'secret');
    const prices = { input: '1', output: '1' };
    const models = [model('small', 'sim', { prices }), model('lost', 'gone')];
    const gateway = await startTestGateway({
      fragments: {
        providers: [simulated('sim'), provider('gone', { baseUrl: 'http://127.0.0.1:9/v1' })],
        ...{ models, settings: cached() },
        keys: [key('alice')],
        failovers: [failover('small', 'lost')],
        guardrails: [guardrail('pii')],
      },
      config: { delivery: { url: budget.url, tokenFile, caFile: undefined } },
    });
    starting.use(gateway);
    const running = starting.move();
    const ask = async (body: object): Promise<Response> => {
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-alice' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], ...body }),
      });
      await answer.text();
      return answer;
    };
    return { ask, url: gateway.url, [Symbol.asyncDispose]: () => running.disposeAsync() };
  }

  describe('the metrics of the gateway', () => {
    const rows = rowsUnder('Metrics');

    it('are those that its page explains, with their types and labels', async () => {
      await using gateway = await usedGateway();
      await gateway.ask({ model: 'small', stream: true });
      await gateway.ask({ model: 'lost' });
      const text = await (await fetch(`${gateway.url}/metrics`)).text();
      const exposed = [...text.matchAll(/^# TYPE (aicp_\S+) (\S+)$/gm)].map(
        ([, name = '', type = '']) => [name, type, labelsOf(name, text)],
      );
      const told = [...rows].map(([name, [type, labels]]) => [name, type, labels]);
      expect(told.toSorted()).toEqual(exposed.toSorted());
    });
  });

  /** Those of a metric's samples that not every metric has. */
  function labelsOf(name: string, text: string): string {
    const samples = [...text.matchAll(new RegExp(`^${name}(?:_\\w+)?\\{([^}]*)\\}`, 'gm'))];
    expect(samples.length, name).toBeGreaterThan(0);
    const labels = samples.flatMap(([, inside = '']) => [...inside.matchAll(/(\w+)="/g)]);
    const own = new Set(labels.map(([, label = '']) => label));
    return [...own].filter((label) => label !== 'service' && label !== 'le').join(', ');
  }

  it('what is logged of counts is what the page about them explains, at that level', () => {
    const rows = rowsUnder(
      'What the log says of counts',
      read('docs/operations/high-availability.md'),
    );
    const code = globSync('services/{common,gateway}/src/**/*.ts', { cwd: root });
    const events = /log\.(\w+)\([^;]*?'((?:counters|counts|replica_count|fleet_figures)_\w+)'/g;
    const logged = code
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => [...read(path).matchAll(events)])
      .map(([, level = '', event = '']) => [event, level]);
    expect(logged.length).toBeGreaterThan(8);
    const told = [...rows].map(([event, [level = '']]) => [event, level]);
    expect(told.toSorted()).toEqual(logged.toSorted());
  });

  it('the headers of answers that begin with x- are those that the page explains', async () => {
    const rows = rowsUnder('Headers of answers');
    await using gateway = await usedGateway();
    const answers = [await gateway.ask({ model: 'small' }), await gateway.ask({ model: 'lost' })];
    const sent = sorted(answers.flatMap(({ headers }) => [...headers.keys()]));
    const ours = sent.filter((name) => name.startsWith('x-'));
    expect(ours.length).toBeGreaterThan(4);
    expect(ours.filter((name) => !rows.has(name))).toEqual([]);
  });
});

describe('the document of the admin API', () => {
  const file = join(import.meta.dirname, '../../docs/reference/openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { summary: string; tags: [string] }>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));

  it('spells what is listed as the heading over it does', () => {
    const lists = operations.filter(
      ({ summary, tags: [tag] }) => summary.toLowerCase() === `list ${tag.toLowerCase()}`,
    );
    expect(lists.length).toBeGreaterThan(20);
    const rest = lists.map(({ summary }) => summary.slice('List '.length + 1));
    expect(rest).toEqual(lists.map(({ tags: [tag] }) => tag.slice(1)));
  });
});

describe('kind folders', () => {
  const root = join(import.meta.dirname, '../..');
  const features = new Set(kinds.map(({ feature }) => feature));

  /** Folders of kinds, and what stands beside them there and is no kind. */
  const FOLDERS: Readonly<Record<string, readonly string[]>> = {
    'crds/cases': [],
    'operator/src/kinds': ['kit', 'ownership', 'stored'],
    'services/admin/src/kinds': ['generated'],
  };

  describe('a kind has one name in every tree', () => {
    it.each(Object.entries(FOLDERS))('in %s', (folder, others) => {
      const entries = readdirSync(join(root, folder), { withFileTypes: true });
      const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      expect(names.filter((name) => !features.has(name) && !others.includes(name))).toEqual([]);
    });

    it('in docs/reference', () => {
      const pages = readdirSync(join(root, 'docs/reference')).filter((name) =>
        name.endsWith('.md'),
      );
      const others = ['conditions', 'events', 'helm-values'];
      const names = pages
        .map((page) => basename(page, '.md'))
        .filter((name) => !others.includes(name));
      expect(new Set(names)).toEqual(features);
    });
  });
});

describe('layout', () => {
  const root = join(import.meta.dirname, '../..');
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

  /** The first word of each line of the block of folders that is not indented. */
  const paths = (/## Folders, and who may import whom\n\n```\n(.+?)```/s.exec(page)?.[1] ?? '')
    .split('\n')
    .filter((line) => /^\S/.test(line))
    .map((line) => line.split(' ')[0] ?? '');

  /** `a/{b,c}/` → `a/b/` and `a/c/`. */
  function alternatives(path: string): string[] {
    const [braces, inside = ''] = /\{([^}]+)\}/.exec(path) ?? [];
    if (braces === undefined) return [path];
    return inside.split(',').flatMap((one) => alternatives(path.replace(braces, one)));
  }

  /** What is there under a path, in which `<word>` is any name; of one that ends in a slash, folders alone. */
  function found(path: string): string[] {
    const pattern = path.replaceAll(/<[^>]+>/g, '*').replace(/\/$/, '');
    return globSync(pattern, { cwd: root }).filter(
      (one) => !path.endsWith('/') || statSync(join(root, one)).isDirectory(),
    );
  }

  describe('the folders that docs/architecture.md draws', () => {
    it('are more than a few', () => {
      expect(paths.length).toBeGreaterThan(20);
    });

    it.each(paths.flatMap(alternatives))('%s is there', (path) => {
      expect(found(path)).not.toEqual([]);
    });
  });

  const FENCED = /^(`{3,})\w.*?^\1$|^New file, [^\n]*$/gms;

  /** Paths in code spans and commands; `<word>` is any name. */
  function namedIn(file: string): string[] {
    const whole = readFileSync(join(root, file), 'utf8');
    // What the blocks of an example add is not there.
    const text = file.startsWith('docs/contributing/') ? whole.replaceAll(FENCED, '') : whole;
    const trees = 'crds|operator|services|local|charts|examples|bench|e2e|images|test';
    const named = text.matchAll(
      new RegExp(`(?:^|[\\s\`])((?:${trees})/[\\w./<>{},*-]*\\w[\\w/>]*)`, 'gm'),
    );
    return [...new Set([...named].flatMap(([, path = '']) => alternatives(path)))];
  }

  describe.each([
    'CONTRIBUTING.md',
    'Makefile',
    'docs/roadmap.md',
    'docs/push-protocol.md',
    ...globSync('docs/contributing/*.md', { cwd: root }),
  ])('the paths that %s names', (file) => {
    it('are there', () => {
      expect(namedIn(file).filter((path) => found(path).length === 0)).toEqual([]);
    });
  });

  it('names paths on the page for contributors', () => {
    expect(namedIn('CONTRIBUTING.md').length).toBeGreaterThan(30);
    expect(namedIn('Makefile').length).toBeGreaterThan(5);
  });
});
