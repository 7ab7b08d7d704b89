import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { startTwin, type Twin, type TwinOptions } from '../kit/start-twin.ts';
import { vertexRoutes, type VertexTwin } from './vertex-twin.ts';

const PROJECT = 'my-project';
const REGION = 'europe-west4';
const EMAIL = `gateway@${PROJECT}.iam.gserviceaccount.com`;

/** Where the models of the twin are, below its origin. */
export const VERTEX_BASE = `/v1/projects/${PROJECT}/locations/${REGION}`;

/** A server that speaks Vertex AI, Gemini, embedding models and Claude, with a service account of its own: `credential` is its key file, whose tokens the twin hands out. */
export async function startVertexTwin(
  where: Omit<TwinOptions, 'routes'> = {},
): Promise<Twin & { readonly credential: string }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const state: VertexTwin = {
    ...{ publicKey, email: EMAIL, project: PROJECT, region: REGION, tokens: [] },
  };
  const twin = await startTwin({ ...where, routes: vertexRoutes(state) });
  const credential = JSON.stringify({
    ...{ type: 'service_account', project_id: PROJECT },
    ...{ private_key: privateKey, client_email: EMAIL, token_uri: `${twin.origin}/token` },
  });
  return { ...twin, credential };
}
