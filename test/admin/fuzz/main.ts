import { spawn } from 'node:child_process';
import { AdminInstallation } from '../admin-installation.ts';
import { installSchemathesis, type Schemathesis } from './install-schemathesis.ts';

// Sends the admin API what its own document allows and forbids: no answer may be a 5xx, or one that the document does not know, and the
// service may log no complaint. The seed is fixed, so that a failure can be had again; AICP_FUZZ_SEED and AICP_FUZZ_EXAMPLES ask for others
// and more.

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Signing out would end the token that everything is asked with. */
const LEFT_OUT = '/auth/logout';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function fuzz(aicp: AdminInstallation, schemathesis: Schemathesis): Promise<number> {
  const { token = '' } = await aicp.signIn();
  const { AICP_FUZZ_SEED: seed = '1', AICP_FUZZ_EXAMPLES: examples = '5' } = process.env;
  const args = [
    ...['run', `${aicp.url}/openapi.json`, '--header', `Authorization: Bearer ${token}`],
    ...['--exclude-path', LEFT_OUT, '--checks', CHECKS.join(',')],
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

const schemathesis = await installSchemathesis({ environment: process.env, progress: say });
await using aicp = await AdminInstallation.start();
await aicp.put('Organization', 'acme', { displayName: 'Acme' });
const code = await fuzz(aicp, schemathesis);
for (const complaint of aicp.complaints.slice(0, 10)) say(JSON.stringify(complaint));
process.exitCode = aicp.complaints.length > 0 ? 1 : code;
