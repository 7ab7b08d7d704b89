// Sends the admin API what its own document allows and forbids: no answer may be a 5xx, or one that the document does not know, and the
// service may log no complaint. The seed is fixed, so that a failure can be had again; AICP_FUZZ_SEED and AICP_FUZZ_EXAMPLES ask for others
// and more.
import { chatGateway } from '@aicp/admin/playground/chat-gateway';
import { systemClock } from '@aicp/common/time/clock';
import {
  answerJson,
  completion,
  startScriptedProvider,
} from '@aicp/gateway/testing/scripted-provider';
import { type Surroundings, cacheRoot, waitForLock } from '@aicp/test/kubernetes/binaries/sources';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FakeEngine } from '../executions/fake-engine.ts';
import { AdminInstallation } from '../admin-installation.ts';

/** Of Schemathesis. */
const VERSION = '4.32.5';

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Signing out would end the token that everything is asked with, and streams do not end. */
const LEFT_OUT = [
  '/auth/logout',
  '/api/v1/metrics/stream',
  '/api/v1/changes',
  '/api/v1/workflows/executions/{id}/events',
];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function fuzz(aicp: AdminInstallation, schemathesis: Schemathesis): Promise<number> {
  const { token = '' } = await aicp.signIn();
  const { AICP_FUZZ_SEED: seed = '1', AICP_FUZZ_EXAMPLES: examples = '5' } = process.env;
  const args = [
    ...['run', `${aicp.url}/openapi.json`, '--header', `Authorization: Bearer ${token}`],
    ...LEFT_OUT.flatMap((path) => ['--exclude-path', path]),
    ...['--checks', CHECKS.join(',')],
    ...['--phases', 'coverage,fuzzing', '--max-examples', examples, '--seed', seed],
    ...['--generation-database', 'none', '--suppress-health-check', 'all'],
    ...['--request-timeout', '30', '--warnings', 'off', '--continue-on-failure', '--no-color'],
  ];
  // What it writes to its working directory belongs to nobody's tree.
  const child = spawn(schemathesis.program, args, {
    cwd: schemathesis.directory,
    stdio: 'inherit',
  });
  return await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Where Schemathesis is: `directory` is its own, outside the work tree. */
interface Schemathesis {
  readonly directory: string;
  readonly program: string;
}

/** Installs Schemathesis from PyPI, once. Throws where there is no Python 3 with venv, or no way to PyPI. */
async function installSchemathesis(surroundings: Surroundings): Promise<Schemathesis> {
  const directory = join(cacheRoot(surroundings.environment), `schemathesis-${VERSION}`);
  const program = join(directory, 'bin/schemathesis');
  using _lock = await waitForLock(surroundings);
  if (existsSync(program)) return { directory, program };
  surroundings.progress(`installing Schemathesis ${VERSION} (once)`);
  // What an installation left that did not come to its end is cleared away.
  execFileSync('python3', ['-m', 'venv', '--clear', directory], { stdio: 'inherit' });
  const packages = ['install', '--quiet', `schemathesis==${VERSION}`];
  execFileSync(join(directory, 'bin/pip'), packages, { stdio: 'inherit' });
  return { directory, program };
}

const schemathesis = await installSchemathesis({ environment: process.env, progress: say });
// The way to the gateway is tried, and it answers each chat with the same.
await using gateway = await startScriptedProvider((response) => {
  answerJson(response, completion('Hello'));
});
const playground = chatGateway({ url: gateway.url, secret: () => 'a secret', clock: systemClock });
await using engine = await FakeEngine.start();
await using aicp = await AdminInstallation.start({ playground, workflows: engine.client });
await aicp.put('Organization', 'acme', { displayName: 'Acme' });
const code = await fuzz(aicp, schemathesis);
for (const complaint of aicp.complaints.slice(0, 10)) say(JSON.stringify(complaint));
process.exitCode = aicp.complaints.length > 0 ? 1 : code;
