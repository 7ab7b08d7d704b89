import { isRecord } from '../tokens/prompt/unknown-values.ts';

/** The tags that a request's metadata become, each as `name=value`. */
export function tagsIn(request: Readonly<Record<string, unknown>>): readonly string[] {
  const { metadata } = request;
  if (!isRecord(metadata)) return [];
  return Object.entries(metadata).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${name}=${value}`] : [],
  );
}
