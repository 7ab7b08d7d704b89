import type { FormatName } from '../../formats/format.ts';

/** Requests of each API, below a deployment or below version 1. */
const PATHS: Partial<Record<FormatName, string>> = {
  chat: '/chat/completions',
  embeddings: '/embeddings',
  images: '/images/generations',
  speech: '/audio/speech',
  transcriptions: '/audio/transcriptions',
  translations: '/audio/translations',
  'image-edits': '/images/edits',
};

/** Versions that have no date: the model stands in the body, and the version need not be said. */
const WITHOUT_DATE: ReadonlySet<string> = new Set(['v1', 'preview', 'latest']);

/** The first dated version that has Responses (Azure's inference.json of 2025-03-01-preview). */
const FIRST_WITH_RESPONSES = '2025-03-01';

/** Whether a version of the API has Responses, by which what is stored is asked for as well. */
export const hasResponses = (apiVersion = 'v1'): boolean =>
  WITHOUT_DATE.has(apiVersion) || apiVersion >= FIRST_WITH_RESPONSES;

/**
 * Where a request is posted, below the address of the resource. Dated versions have the deployment in the path (Azure's "REST API
 * reference"), but for responses, which live at the resource; version 1 has it in the body, as OpenAI does ("API version lifecycle").
 */
export function azurePath(
  { format, model }: { readonly format: FormatName; readonly model: string },
  apiVersion = 'v1',
): string {
  if (format === 'responses') return azureResource('/responses', apiVersion);
  const path = PATHS[format];
  if (path === undefined) throw new TypeError(`${format} is not spoken here`);
  if (!WITHOUT_DATE.has(apiVersion)) {
    const deployment = encodeURIComponent(model);
    return `/openai/deployments/${deployment}${path}?api-version=${apiVersion}`;
  }
  return `/openai/v1${path}${apiVersion === 'v1' ? '' : `?api-version=${apiVersion}`}`;
}

/** Where something is asked for that lives at the resource, by its path in OpenAI's API: `/files?limit=1`. */
export function azureResource(path: string, apiVersion = 'v1'): string {
  const below = WITHOUT_DATE.has(apiVersion) ? '/openai/v1' : '/openai';
  if (apiVersion === 'v1') return `${below}${path}`;
  return `${below}${path}${path.includes('?') ? '&' : '?'}api-version=${apiVersion}`;
}

/**
 * What a batch, and each line of its file, calls an endpoint of OpenAI's: dated versions leave the version out, but for responses (Azure's "Getting started with Azure
 * OpenAI batch deployments").
 */
export function azureBatchUrl(endpoint: string, apiVersion = 'v1'): string {
  if (WITHOUT_DATE.has(apiVersion) || endpoint === '/v1/responses') return endpoint;
  return endpoint.replace(/^\/v1(?=\/)/, '');
}

/** Where a realtime session is opened: version 1 has the deployment as the model, dated versions by its own name (Azure's "GPT Realtime API"). */
export function azureSessionPath(deployment: string, apiVersion = 'v1'): string {
  const name = encodeURIComponent(deployment);
  return WITHOUT_DATE.has(apiVersion)
    ? `/openai/v1/realtime?model=${name}`
    : `/openai/realtime?api-version=${apiVersion}&deployment=${name}`;
}

/** The address of a resource, which people also write with what stands behind it. */
export function azureAddress(baseUrl: URL): URL {
  const address = new URL(baseUrl);
  address.pathname = address.pathname.replace(/\/+$/, '').replace(/\/openai(?:\/v1)?$/, '');
  return address;
}
