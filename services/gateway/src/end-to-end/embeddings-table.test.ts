import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GoogleGenAI } from '@google/genai';
import type { EmbedContentConfig } from '@google/genai';
import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../testing/clients.ts';
import { key, model } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { startVendors } from '../testing/start-vendors.ts';
import { TWIN_VENDORS } from '../twins/vendors.ts';

/*
 * Vectors for the clients of both APIs at every vendor, by the libraries of the clients and the twins of the vendors. Each cell works, or is refused with a reason.
 * What came of it is a table of docs/providers/protocols.md: with AICP_WRITE_MATRIX=1 the test writes it, and otherwise compares.
 */

const PAGE = join(import.meta.dirname, '../../../../docs/providers/protocols.md');
const BEGIN =
  '<!-- embeddings:begin (made by `AICP_WRITE_MATRIX=1 npx vitest run embeddings-table`) -->';
const END = '<!-- embeddings:end -->';

/** Models that the twins know by name. */
const UPSTREAM_MODELS: Readonly<Record<string, string>> = {
  gemini: 'gemini-embedding-001',
  vertex: 'text-embedding-005',
};
const MORE_MODELS = [
  { name: 'vertex-gemini', vendor: 'vertex', upstream: 'gemini-embedding-001' },
  { name: 'vertex-gemini-2', vendor: 'vertex', upstream: 'gemini-embedding-2' },
];
const ROWS = [...Object.keys(TWIN_VENDORS), ...MORE_MODELS.map(({ name }) => name)];

const DIMENSIONS = 256;
const MANY = 300;

interface Asked {
  readonly model: string;
  readonly input: readonly string[];
  readonly dimensions?: number;
  readonly purpose?: boolean;
}

/** What a client was given. */
interface Given {
  readonly vectors: readonly (readonly number[])[];
  readonly tokens: number | undefined;
  /** `x-aicp-dropped`, empty where it is absent. */
  readonly dropped: string;
}

type Ask = (asked: Asked) => Promise<Given>;

const CLIENTS: Readonly<Record<string, (gateway: TestGateway) => Ask>> = {
  OpenAI: (gateway) => async (asked) => {
    const client: OpenAI = clientOf(gateway);
    const { dimensions, input, model: name } = asked;
    const { data, response } = await client.embeddings
      .create({ model: name, input: [...input], ...(dimensions ? { dimensions } : {}) })
      .withResponse();
    const usage = data.usage as OpenAI.CreateEmbeddingResponse.Usage | undefined;
    return {
      vectors: data.data.map(({ embedding }) => embedding),
      tokens: usage?.prompt_tokens,
      dropped: response.headers.get('x-aicp-dropped') ?? '',
    };
  },
  Google: (gateway) => async (asked) => {
    const client = new GoogleGenAI({ apiKey: 'sk-alice', httpOptions: { baseUrl: gateway.url } });
    const config: EmbedContentConfig = {
      ...(asked.dimensions ? { outputDimensionality: asked.dimensions } : {}),
      ...(asked.purpose === true ? { taskType: 'RETRIEVAL_QUERY' } : {}),
    };
    const answer = await client.models.embedContent({
      ...{ model: asked.model, contents: [...asked.input], config },
    });
    return {
      vectors: (answer.embeddings ?? []).map(({ values }) => values ?? []),
      tokens: answer.usageMetadata?.promptTokenCount,
      dropped: answer.sdkHttpResponse?.headers?.['x-aicp-dropped'] ?? '',
    };
  },
};

/** Something that clients want, by what stands above its column: whether they got it. `clients`: who has a word for it; absent: all. */
interface Scenario {
  readonly name: string;
  readonly clients?: readonly string[];
  run(ask: Ask, model: string): Promise<boolean>;
}

const textsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 'one text' : 'another'));

/** One vector for each text, equal for equal texts alone. */
function expectVectors({ vectors }: Given, count: number): void {
  expect(vectors).toHaveLength(count);
  expect(vectors[0]?.length).toBeGreaterThan(8);
  for (const [at, vector] of vectors.entries()) expect(vector).toEqual(vectors[at % 2]);
  if (count > 1) expect(vectors[0]).not.toEqual(vectors[1]);
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'one text',
    async run(ask, name) {
      expectVectors(await ask({ model: name, input: textsOf(1) }), 1);
      return true;
    },
  },
  {
    name: 'several texts',
    async run(ask, name) {
      expectVectors(await ask({ model: name, input: textsOf(4) }), 4);
      return true;
    },
  },
  {
    name: `${MANY} texts`,
    async run(ask, name) {
      expectVectors(await ask({ model: name, input: textsOf(MANY) }), MANY);
      return true;
    },
  },
  {
    name: 'dimensions',
    async run(ask, name) {
      const given = await ask({ model: name, input: textsOf(2), dimensions: DIMENSIONS });
      expectVectors(given, 2);
      return given.vectors[0]?.length === DIMENSIONS;
    },
  },
  {
    name: 'task type',
    clients: ['Google'],
    async run(ask, name) {
      const given = await ask({ model: name, input: textsOf(2), purpose: true });
      expectVectors(given, 2);
      return !given.dropped.includes('taskType');
    },
  },
  {
    name: 'usage',
    async run(ask, name) {
      const { tokens } = await ask({ model: name, input: textsOf(2) });
      if (tokens !== undefined) expect(tokens).toBeGreaterThan(0);
      return tokens !== undefined;
    },
  },
];

const scenariosOf = (client: string): readonly Scenario[] =>
  SCENARIOS.filter(({ clients }) => clients?.includes(client) ?? true);

let gateway: TestGateway;
const started = new AsyncDisposableStack();
/** What came of each cell, by client, row and scenario. */
const cells = new Map<string, string>();

beforeAll(async () => {
  const vendors = started.use(await startVendors());
  const rows = [
    ...vendors.names.map((name) => ({
      ...{ name, vendor: name, upstream: UPSTREAM_MODELS[name] ?? 'twin' },
    })),
    ...MORE_MODELS,
  ];
  const fragments = {
    ...vendors.fragments,
    models: rows.map(({ name, vendor, upstream }) =>
      model(name, vendor, { mode: 'embedding', upstreamModel: upstream }),
    ),
    keys: [key('alice')],
  };
  gateway = started.use(await startTestGateway({ fragments }));
});
afterAll(() => started.disposeAsync());

/** `✓`, `–` where the client does not get it, or why it is refused. What is no refusal fails the test. */
async function outcomeOf(scenario: Scenario, client: string, row: string): Promise<string> {
  const clientAt = CLIENTS[client];
  if (!clientAt) throw new Error(`there is no client of ${client}`);
  try {
    return (await scenario.run(clientAt(gateway), row)) ? '✓' : '–';
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 400 || !(error instanceof Error)) throw error;
    return reasonOf(error.message);
  }
}

/** What a refusal says, without what libraries put around it. */
function reasonOf(message: string): string {
  const quoted = /"message":"(?<said>(?:[^"\\]|\\.)*)"/.exec(message)?.groups?.said;
  return (quoted ?? message).replace(/^400 /, '').replaceAll('|', '/').replaceAll('\\"', '"');
}

describe.each(ROWS)('%s', (row) => {
  describe.each(Object.keys(CLIENTS))('asked by a client of %s', (client) => {
    it.each([...scenariosOf(client)])('gives or refuses $name', async (scenario) => {
      cells.set(`${client}/${row}/${scenario.name}`, await outcomeOf(scenario, client, row));
    });
  });
});

it('has counted every request, each with what it read', async () => {
  const lines = await usageOf(gateway, cells.size);
  expect(lines).toHaveLength(cells.size);
  const odd = lines.filter(({ status, input }) => status !== 400 && input === 0);
  expect(odd).toEqual([]);
});

it('is what the page says', async () => {
  const page = await readFile(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  expect(begin).toBeGreaterThan(0);
  const tables = Object.keys(CLIENTS).map(tableOf).join('\n');
  const written = `${page.slice(0, begin + BEGIN.length)}\n\n${tables}\n${page.slice(end)}`;
  if (process.env['AICP_WRITE_MATRIX'] === '1') await writeFile(PAGE, written);
  else expect(page).toBe(written);
});

/** Reasons stand below the table, by numbers. */
function tableOf(client: string): string {
  const reasons: string[] = [];
  const told = (outcome: string): string => {
    if (outcome.length <= 1) return outcome;
    if (!reasons.includes(outcome)) reasons.push(outcome);
    return `no (${reasons.indexOf(outcome) + 1})`;
  };
  const names = scenariosOf(client).map(({ name }) => name);
  const rows = ROWS.map((row) => [
    row,
    ...names.map((name) => told(cells.get(`${client}/${row}/${name}`) ?? '')),
  ]);
  const lines = [['', ...names], ['---', ...names.map(() => '---')], ...rows];
  const table = lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  const below = reasons.map((reason, index) => `${index + 1}. refused: ${reason}`).join('\n');
  return `### embeddings by clients of ${client}\n\n${table}\n${below === '' ? '' : `\n${below}\n`}`;
}
