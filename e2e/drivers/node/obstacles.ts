import { access, constants, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from '../../commands/run.ts';
import { WAITER } from './image/build-image.ts';
import { CNI_PLUGINS } from './services/containerd.ts';

/** Programs beside those of Kubernetes, and the packages of Debian that have them. */
const PROGRAMS: Readonly<Record<string, string>> = {
  containerd: 'containerd',
  ctr: 'containerd',
  runc: 'runc',
  buildah: 'buildah',
  dnsmasq: 'dnsmasq-base',
  iptables: 'iptables',
  conntrack: 'conntrack',
  ip: 'iproute2',
  openssl: 'openssl',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  sysctl: 'procps',
};
const FILES: Readonly<Record<string, string>> = {
  [WAITER]: 'catatonit',
  [join(CNI_PLUGINS, 'ptp')]: 'containernetworking-plugins',
};

/** Why a node cannot run here, a sentence each. */
export async function obstacles(): Promise<string[]> {
  if (process.platform !== 'linux') return ['a node needs Linux'];
  if (process.getuid?.() !== 0) return ['a node needs root: run it with sudo, or use kind'];
  const packages = await missingPackages();
  if (packages.length > 0) return [`packages are missing: apt-get install ${packages.join(' ')}`];
  return await missingInKernel();
}

async function missingPackages(): Promise<string[]> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = new Set<string>();
  for (const [program, name] of Object.entries(PROGRAMS)) {
    const found = await Promise.all(
      folders.map(async (folder) => await exists(join(folder, program))),
    );
    if (!found.includes(true)) missing.add(name);
  }
  for (const [file, name] of Object.entries(FILES)) if (!(await exists(file))) missing.add(name);
  return [...missing];
}

const exists = async (path: string): Promise<boolean> =>
  await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Each is tried in namespaces that go with the trial. */
const TRIALS: Readonly<Record<string, string>> = {
  'this system gives no namespaces': 'true',
  'the kernel cannot mount a tmpfs here': 'mount -t tmpfs tmpfs /mnt',
  'the kernel has no cables between network namespaces (veth)':
    'ip link add one type veth peer name two',
  'the kernel cannot translate addresses (iptables, nat)':
    'mount -t tmpfs tmpfs /run && iptables -t nat -A POSTROUTING -m conntrack --ctstate DNAT -j MASQUERADE',
};

async function missingInKernel(): Promise<string[]> {
  const missing: string[] = [];
  for (const [what, script] of Object.entries(TRIALS)) {
    const unshare = ['--mount', '--pid', '--net', '--uts', '--ipc', '--fork', '--kill-child'];
    const { code, stderr } = await run(['unshare', ...unshare, 'bash', '-c', script]);
    if (code !== 0) missing.push(`${what}: ${stderr.trim()}`);
  }
  const systems = await readFile('/proc/filesystems', 'utf8');
  if (!systems.includes('overlay')) missing.push('the kernel has no overlay file system');
  return missing;
}
