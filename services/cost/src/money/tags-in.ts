import { costTags } from '@aicp/contracts/usage/cost-tags';
import { isRecord } from '../tokens/prompt/unknown-values.ts';

/** The tags that a request's metadata become, as gateways take them. */
export function tagsIn(request: Readonly<Record<string, unknown>>): Record<string, string> {
  const { metadata } = request;
  return (isRecord(metadata) ? costTags(metadata, {}) : undefined) ?? {};
}
