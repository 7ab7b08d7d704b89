// Has the libraries of Python ask every simulated vendor through a gateway: each thing that they try works, or is refused with a reason. They are
// installed from PyPI once. Node's libraries are tried by `make test`.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseJson } from '@aicp/common/json/parse-json';
import { key } from '@aicp/gateway/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { startVendors } from '@aicp/gateway/testing/start-vendors';
import { type Surroundings, cacheRoot, waitForLock } from '@aicp/test/kubernetes/binaries/sources';
import { z } from 'zod';

/** What is installed for each script. Frameworks keep to older libraries of vendors, which is why they have a place of their own. */
const SCRIPTS = [
  { script: 'openai_sdk.py', packages: ['openai==3.57.0'] },
  { script: 'anthropic_sdk.py', packages: ['anthropic==2.14.0'] },
  { script: 'google_sdk.py', packages: ['google-genai==3.6.1'] },
  {
    script: 'frameworks.py',
    packages: [
      'langchain-openai==1.7.4',
      'langchain-anthropic==1.7.10',
      'llama-index-llms-openai-like==0.8.1',
      'litellm==1.110.2',
    ],
  },
] as const;

/** Longest that one script may take, ms. */
const LONGEST_MS = 300_000;

const line = z.object({
  client: z.string(),
  vendor: z.string(),
  scenario: z.string(),
  outcome: z.enum(['ok', 'refused', 'failed']),
  detail: z.string(),
});
type Line = z.output<typeof line>;

const say = (words: string): void => {
  process.stdout.write(`${words}\n`);
};

/** Installs packages from PyPI, once; answers the Python that has them. */
async function installed(packages: readonly string[], surroundings: Surroundings): Promise<string> {
  const name = packages.map((one) => one.replace('==', '-')).join('+');
  const directory = join(cacheRoot(surroundings.environment), 'python-clients', name);
  const python = join(directory, 'bin/python');
  const mark = join(directory, 'installed');
  using _lock = await waitForLock(surroundings);
  if (existsSync(mark)) return python;
  surroundings.progress(`installing ${packages.join(', ')} (once)`);
  execFileSync('python3', ['-m', 'venv', '--clear', directory], { stdio: 'inherit' });
  const pip = ['install', '--quiet', '--disable-pip-version-check', ...packages];
  execFileSync(join(directory, 'bin/pip'), pip, { stdio: 'inherit' });
  execFileSync('touch', [mark]);
  return python;
}

/** Runs a script; answers what it reported. Throws where it ends before its time, or takes too long. */
async function linesOf(
  python: string,
  script: string,
  environment: NodeJS.ProcessEnv,
): Promise<Line[]> {
  const child = spawn(python, [join(import.meta.dirname, 'python', script)], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code);
    });
  });
  const said = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`);
  return said
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => line.parse(parseJson(one)));
}

/** What came of each client, as one line, and what it was refused. */
function tell(lines: readonly Line[]): void {
  for (const client of new Set(lines.map((one) => one.client))) {
    const own = lines.filter((one) => one.client === client);
    const count = (outcome: Line['outcome']) => own.filter((one) => one.outcome === outcome).length;
    say(`${client}: ${count('ok')} ok, ${count('refused')} refused, ${count('failed')} failed`);
    for (const { vendor, scenario, outcome, detail } of own)
      if (outcome !== 'ok') say(`  ${vendor}, ${scenario}: ${outcome}: ${detail}`);
  }
}

const surroundings: Surroundings = { environment: process.env, progress: say };
await using vendors = await startVendors();
// With prices, since answers of models that have none do not tell what they cost.
const prices = { input: '2000000', output: '20000000' };
const models = vendors.fragments.models.map((one) => ({ ...one, prices }));
await using gateway = await startTestGateway({
  fragments: { ...vendors.fragments, models, keys: [key('alice')] },
});
const only = process.argv[2];
const lines: Line[] = [];
for (const { script, packages } of SCRIPTS) {
  if (only !== undefined && script !== only) continue;
  const python = await installed(packages, surroundings);
  const told = { AICP_URL: gateway.url, AICP_KEY: 'sk-alice', AICP_VENDORS: vendors.names.join() };
  lines.push(...(await linesOf(python, script, { ...process.env, ...told })));
}
tell(lines);
const failed = lines.filter(({ outcome }) => outcome === 'failed').length;
say(`clients: ${lines.length} tried, ${failed} failed`);
process.exitCode = failed === 0 && lines.length > 0 ? 0 : 1;
