// Prints the path of each program that is named: `node test/kubernetes/binaries/main.ts etcd kube-apiserver helm`.
import { binaries } from './binaries.ts';
import { isProgramName, PROGRAMS } from './programs.ts';

const names = process.argv.slice(2);
const known = names.filter(isProgramName);
if (names.length === 0 || known.length < names.length) {
  process.stderr.write(`usage: main.ts PROGRAM...  (of ${Object.keys(PROGRAMS).join(', ')})\n`);
  process.exitCode = 2;
} else {
  const paths = await binaries(known);
  for (const name of known) process.stdout.write(`${paths[name]}\n`);
}
