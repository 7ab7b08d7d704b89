import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { PollClient } from './poll-client.ts';

/** What the environment of a service says of where its snapshots come from. */
export const POLL_ENVIRONMENT = {
  /** Where snapshots come from. */
  AICP_OPERATOR_URL: z.url(),
  /** CA of the operator's certificate, where it is not a public one. */
  AICP_OPERATOR_CA_FILE: z.string().optional(),
  /** The token that the operator knows us by; read again for every poll. */
  AICP_TOKEN_FILE: z.string(),
} as const;

export type PollEnvironment = z.output<z.ZodObject<typeof POLL_ENVIRONMENT>>;

/** The client that polls the operator of an environment. Throws where the CA's file can't be read. */
export function pollClientOf(environment: PollEnvironment): PollClient {
  const caFile = environment.AICP_OPERATOR_CA_FILE;
  return new PollClient({
    operatorUrl: environment.AICP_OPERATOR_URL,
    token: async () => (await readFile(environment.AICP_TOKEN_FILE, 'utf8')).trim(),
    ...(caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') }),
  });
}
