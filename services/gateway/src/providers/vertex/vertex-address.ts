/** What of a provider says where its models are. */
export interface VertexPlace {
  readonly baseUrl: string | undefined;
  readonly region: string | undefined;
  readonly project: string | undefined;
}

export interface VertexAddress {
  readonly baseUrl: URL;
  /** What stands before a model, below the address. */
  readonly prefix: string;
}

/** Where Vertex AI answers for several regions at once. */
const MULTI_REGIONS = new Set(['us', 'eu']);

/**
 * Where models are (https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations). A `baseUrl` that holds `/projects/` says all of it; without project and
 * region, it is an address for API keys (express mode).
 */
export function vertexAddress({ baseUrl, region, project }: VertexPlace): VertexAddress {
  const address = new URL(baseUrl ?? `https://${hostOf(region)}/v1`);
  const isWhole = address.pathname.includes('/projects/');
  const isKnown = project !== undefined && region !== undefined && !isWhole;
  const place = isKnown
    ? `/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(region)}`
    : '';
  return { baseUrl: address, prefix: `${place}/publishers/google/models/` };
}

function hostOf(region: string | undefined): string {
  if (region === undefined || region === 'global') return 'aiplatform.googleapis.com';
  if (MULTI_REGIONS.has(region)) return `aiplatform.${region}.rep.googleapis.com`;
  return `${region}-aiplatform.googleapis.com`;
}
