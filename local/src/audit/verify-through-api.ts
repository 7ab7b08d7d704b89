import { readFileSync } from 'node:fs';
import type { Verification } from '@aicp/api-kit/audit/verify-chain';
import { request } from 'undici';
import { z } from 'zod';
import { UserError } from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';
import { currentState } from '../data/state.ts';

const login = z.object({ access_token: z.string() });

const verification: z.ZodType<Verification> = z.object({
  valid: z.boolean(),
  entries: z.number(),
  first_seq: z.number().nullable(),
  last_seq: z.number().nullable(),
  dropped_up_to: z.number(),
  checkpoints: z.number(),
  checkpoint_keys: z.array(z.string()),
  broken: z.object({ seq: z.number(), id: z.string().nullable(), reason: z.string() }).nullable(),
});

/** Lets the running admin service of a data directory walk its chain, as its administrator. Throws a UserError where none runs. */
export async function verifyThroughApi(directory: string): Promise<Verification> {
  const paths = dataPaths(directory);
  const address = currentState(paths)?.services.find(({ name }) => name === 'admin')?.address;
  if (address === undefined) throw new UserError(`no admin service runs in ${paths.root}`);
  const api_key = readFileSync(paths.adminKey, 'utf8').trim();
  const granted = await call(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key }),
  });
  const headers = { authorization: `Bearer ${login.parse(granted).access_token}` };
  return verification.parse(await call(`${address}/api/v1/audit-logs/verify`, { headers }));
}

async function call(url: string, options: Parameters<typeof request>[1]): Promise<unknown> {
  const answer = await request(url, options);
  if (answer.statusCode === 200) return await answer.body.json();
  const text = (await answer.body.text()).slice(0, 300);
  throw new UserError(`${url} answered ${answer.statusCode}: ${text}`);
}
