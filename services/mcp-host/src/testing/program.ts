/**
 * A program that speaks MCP of 2025 over its standard input and output, in plain Node. Its tools: `environment`, `where`, `echo`, `hang` (answers never), `die`, `flood` (100 MB without an end of
 * line), `chatter` (writes much for people), `grow` (takes memory), `breed` (starts a process that outlives it and answers its id).
 */
export const PROGRAM = `
const tool = (name) => ({ name, description: name, inputSchema: { type: 'object' } });
const names = ['environment', 'where', 'echo', 'hang', 'die', 'flood', 'chatter', 'grow', 'breed'];
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
const kept = [];
let greeted = false;
const tools = {
  environment: () => text(process.env),
  where: () => text({ pid: process.pid, directory: process.cwd(), files: require('node:fs').readdirSync(process.env.HOME) }),
  echo: (given) => text(given),
  hang: () => undefined,
  die: () => process.exit(3),
  flood: () => { const part = 'x'.repeat(1_000_000); for (let n = 0; n < 100; n += 1) process.stdout.write(part); },
  chatter: () => { for (let n = 0; n < 500; n += 1) process.stderr.write('line ' + n + ' ' + 'y'.repeat(5_000) + '\\n'); return text('said'); },
  grow: () => { for (let n = 0; n < 300; n += 1) kept.push(Buffer.alloc(1_048_576, 1)); },
  breed: () => text(String(require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'inherit' }).pid)),
};
if (process.argv.includes('--deaf')) process.on('SIGTERM', () => {});
if (process.argv.includes('--deaf')) setInterval(() => {}, 1_000);
if (process.argv.includes('--mute')) setInterval(() => {}, 1_000);
const answers = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'program', version: '1' } }),
  'tools/list': () => ({ tools: names.map(tool) }),
  'tools/call': ({ name, arguments: given }) => tools[name](given),
};
if (!process.argv.includes('--mute')) {
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (process.argv.includes('--old') && !greeted && method !== 'initialize') process.exit(1);
    greeted = true;
    if (!answers[method]) return say({ id, error: { code: -32601, message: 'no ' + method } });
    const result = answers[method](params);
    if (result !== undefined) say({ id, result });
  });
}
`;
