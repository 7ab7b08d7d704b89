import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type Product, type ProgramName, VERSIONS, programNamed } from './programs.ts';
import { runProgram } from './run-program.ts';
import { type Source, type Surroundings, cachedPath } from './sources.ts';

/**
 * Builds programs through the Go module proxy and keeps them in the cache. Finds none where the machine has no Go. The first build of
 * kube-apiserver takes minutes. Throws where a build fails.
 */
export const fromGo: Source = async (names, surroundings) => {
  const found = new Map<ProgramName, string>();
  if (!(await hasGo(surroundings))) return found;
  for (const product of new Set(names.map((name) => programNamed(name).product))) {
    const wanted = names.filter((name) => programNamed(name).product === product);
    for (const name of wanted) found.set(name, cachedPath(name, surroundings.environment));
    await build(product, wanted, surroundings);
  }
  return found;
};

/** Flags that put the version where the program looks for it: without them Helm refuses charts by their kubeVersion. */
function linkerFlags(product: Product): string {
  const [major, minor] = VERSIONS.kubernetes.split('.');
  const variables: Record<Product, Record<string, string>> = {
    kubernetes: {
      'k8s.io/component-base/version.gitVersion': `v${VERSIONS.kubernetes}`,
      'k8s.io/component-base/version.gitMajor': `${major}`,
      'k8s.io/component-base/version.gitMinor': `${minor}`,
    },
    helm: {
      'helm.sh/helm/v3/internal/version.version': `v${VERSIONS.helm}`,
      'helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor': `${major}`,
      'helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor': `${minor}`,
      'helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor': `${major}`,
      'helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor': `${minor}`,
    },
    kubeconform: { 'main.version': `v${VERSIONS.kubeconform}` },
    etcd: {},
  };
  const set = Object.entries(variables[product]).map(([name, value]) => `-X ${name}=${value}`);
  return ['-s', '-w', ...set].join(' ');
}

/** Our modules, for what cannot be installed by a version alone because its own go.mod has replacements, or none. */
const MODULES: Partial<Record<Product, string>> = {
  kubernetes: import.meta.dirname,
  etcd: join(import.meta.dirname, 'etcd'),
};

async function build(
  product: Product,
  names: readonly ProgramName[],
  { environment, progress }: Surroundings,
): Promise<void> {
  const folder = dirname(cachedPath(names[0]!, environment));
  await mkdir(folder, { recursive: true });
  const making = await mkdtemp(join(folder, '.making-'));
  try {
    progress(`building ${names.join(', ')} ${VERSIONS[product]} with Go (once; it takes minutes)`);
    const onLine = packageCounter(product, progress);
    for (const name of names) {
      await compile({ name, output: join(making, name), environment, onLine });
      await rename(join(making, name), join(folder, name));
    }
    progress(`built ${names.join(', ')} into ${folder}`);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function compile(options: {
  readonly name: ProgramName;
  readonly output: string;
  readonly environment: Surroundings['environment'];
  readonly onLine: (line: string) => void;
}): Promise<void> {
  const { name, output, environment, onLine } = options;
  const { product, goPackage } = programNamed(name);
  const flags = ['-v', '-trimpath', '-buildvcs=false', '-ldflags', linkerFlags(product)];
  const folder = MODULES[product];
  const how = folder
    ? ['build', ...flags, '-o', output, goPackage]
    : ['install', ...flags, `${goPackage}@v${VERSIONS[product]}`];
  await runProgram({
    command: 'go',
    args: how,
    folder: folder ?? dirname(output),
    environment: { ...goEnvironment(environment), GOBIN: dirname(output) },
    onLine,
  });
}

/** Says every few seconds how far the compiler is: `-v` prints a line for each package. */
export function packageCounter(what: string, progress: Surroundings['progress']) {
  const started = performance.now();
  let packages = 0;
  let said = started;
  return (line: string): void => {
    if (!line.startsWith('go:')) packages += 1;
    if (performance.now() - said < 15_000) return;
    said = performance.now();
    const seconds = Math.round((said - started) / 1000);
    progress(`building ${what}: ${packages} packages compiled after ${seconds} s`);
  };
}

/** What a build of ours reads of its surroundings: the machine's Go, and no settings of whoever runs it. */
export function goEnvironment(environment: Surroundings['environment']) {
  const path = [environment['PATH'], '/usr/local/go/bin'].filter(Boolean).join(delimiter);
  return { ...environment, PATH: path, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
}

/** Whether there is a Go that can fetch the one that our modules ask for: 1.21 was the first that does. */
export async function hasGo({ environment, progress }: Surroundings): Promise<boolean> {
  let version = '';
  try {
    await runProgram({
      command: 'go',
      args: ['env', 'GOVERSION'],
      folder: tmpdir(),
      environment: { ...goEnvironment(environment), GOTOOLCHAIN: 'local' },
      onLine: (line) => (version = line),
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const [, major, minor] = /^go([0-9]+)\.([0-9]+)/.exec(version) ?? [];
  const isNew = Number(major) > 1 || Number(minor) >= 21;
  if (!isNew) progress(`${version || 'this Go'} is too old to build with: 1.21 is the oldest`);
  return isNew;
}
