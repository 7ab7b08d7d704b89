import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set(['.css', '.js', '.json', '.svg']);
/** Shorter ones fit into one packet as they are. */
const LEAST_BYTES = 1024;

/** Writes `.br` and `.gz` beside every text of a built console, so that the admin service compresses nothing while it serves. The page itself is filled in for each reader, and is left as it is. */
export async function precompress(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true });
  const texts = names.filter((name) => TEXT.has(extname(name)));
  await Promise.all(texts.map((name) => compress(join(directory, name))));
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
