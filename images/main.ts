// The image's entry point: its first argument names the program, which then is this process itself, signals and exit code included.
const PROGRAMS: Readonly<Record<string, string>> = {
  operator: '../operator/src/main.ts',
  certificates: '../operator/src/certificates/main.ts',
  gateway: '../services/gateway/src/main.ts',
  probe: './probe/main.ts',
};

const name = process.argv[2] ?? '';
const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (program === undefined) {
  process.stderr.write(
    `one of these is needed as first argument: ${Object.keys(PROGRAMS).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  process.argv.splice(2, 1);
  await import(new URL(program, import.meta.url).href);
}
