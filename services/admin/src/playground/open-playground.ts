import { readFileSync } from 'node:fs';
import { ConfigError } from '@aicp/common/config/environment';
import { secretIn } from '@aicp/common/config/secret-file';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { chatGateway, type ChatGateway } from './chat-gateway.ts';

/** What the environment says of the gateway that chats of the playground are sent to. */
export const PLAYGROUND_ENVIRONMENT = {
  /** The gateway; without it, the playground answers 503. */
  AICP_PLAYGROUND_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A secret that the gateway knows as well. */
  AICP_PLAYGROUND_KEY_FILE: z.string().optional(),
  /** CA of the gateway's certificate, where it is not a public one. */
  AICP_PLAYGROUND_CA_FILE: z.string().optional(),
} as const;

/** Undefined: there is no playground. Throws a ConfigError where half of it is set, or the secret could be guessed. */
export function openPlayground(
  environment: z.output<z.ZodObject<typeof PLAYGROUND_ENVIRONMENT>>,
  { clock }: { readonly clock: Clock },
): ChatGateway | undefined {
  const {
    AICP_PLAYGROUND_URL: url,
    AICP_PLAYGROUND_KEY_FILE: keyFile,
    AICP_PLAYGROUND_CA_FILE: caFile,
  } = environment;
  if (url === undefined && keyFile === undefined) return undefined;
  if (url === undefined || keyFile === undefined) {
    throw new ConfigError('AICP_PLAYGROUND_URL and AICP_PLAYGROUND_KEY_FILE go together');
  }
  const secret = secretIn({
    ...{ variable: 'AICP_PLAYGROUND_KEY_FILE', file: keyFile },
    others: 'the gateways',
  });
  const ca = caFile === undefined ? {} : { ca: () => readFileSync(caFile, 'utf8') };
  return chatGateway({ url, secret, ...ca, clock });
}
