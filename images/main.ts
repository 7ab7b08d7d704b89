// The image's entry point: its first argument names the program, which then is this process itself, signals and exit code included.
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  operator: () => import('@aicp/operator/main'),
  certificates: () => import('@aicp/operator/certificates/main'),
  gateway: () => import('@aicp/gateway/main'),
  admin: () => import('@aicp/admin/main'),
  budget: () => import('@aicp/budget/main'),
  cost: () => import('@aicp/cost/main'),
  workflow: () => import('@aicp/workflow/main'),
  'mcp-host': () => import('@aicp/mcp-host/main'),
  probe: () => import('./probe/main.ts'),
};

const name = process.argv[2] ?? '';
const start = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (start === undefined) {
  const known = Object.keys(PROGRAMS).join(', ');
  process.stderr.write(`one of these is needed as first argument: ${known}\n`);
  process.exitCode = 2;
} else {
  process.argv.splice(2, 1);
  await start();
}
