import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import type { AwsKeys } from '../tokens/cloud-identity.ts';

/** What a Secret holds for Bedrock: keys of AWS as JSON, or an API key of Bedrock as it is; or what is wrong with it. */
export type AwsCredential =
  { readonly keys: AwsKeys } | { readonly apiKey: string } | { readonly problem: string };

const keys = z.strictObject({
  accessKeyId: z.string().trim().min(1),
  secretAccessKey: z.string().trim().min(1),
  sessionToken: z.string().trim().min(1).optional(),
});

/** Nothing of the value is in the words of a problem. */
export function readAwsCredential(secret: string): AwsCredential {
  const text = secret.trim();
  if (!text.startsWith('{')) return { apiKey: text };
  const read = keys.safeParse(parseJson(text));
  if (read.success) return { keys: read.data };
  return {
    problem:
      'the Secret has to hold {"accessKeyId": …, "secretAccessKey": …}, with a "sessionToken" where there is one, or an API key of Amazon Bedrock',
  };
}
