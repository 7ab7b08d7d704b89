import { until } from '../../kubernetes/control-plane/until.ts';
import type { Stage } from '../kit/stage.ts';
import { MODEL, ORGANIZATION, TEAM, type HostileObject } from './kit/hostile-objects.ts';
import { DESCRIPTION, FORMULA_TEXTS, IDENTIFIER, LABEL, MARKUP, PROMPT } from './kit/texts.ts';

/** So many requests are asked, a part of them for a model that does not exist. */
const SERVED = 6;
const REFUSED = 2;

/** What is no model's id: more than an id may hold. */
export const NO_MODEL = `${MARKUP}\u0007\u202E`;

/** Has people and programs do with the objects what leaves texts of theirs behind: members, a review, requests for access, events, and traffic. */
export async function doHostileDeeds(stage: Stage, made: readonly HostileObject[]): Promise<void> {
  const { admin } = stage;
  const idOf = (collection: string): string =>
    made.find((object) => object.collection === collection)?.id ?? '';
  await admin.json('POST', `/api/v1/organizations/${ORGANIZATION}/members`, {
    user_id: IDENTIFIER,
  });
  await admin.json('POST', `/api/v1/teams/${TEAM}/members`, { user_id: IDENTIFIER });
  await admin.json('PATCH', `/api/v1/teams/${TEAM}`, {
    description: `${LABEL}\n${PROMPT.slice(0, 900)}`,
  });
  const prompt = `/api/v1/prompts/${idOf('prompts')}`;
  await admin.json('PATCH', prompt, { description: LABEL, template_text: `${PROMPT}\n${LABEL}` });
  await admin.json('POST', `${prompt}/submit-review`);
  await admin.json('POST', '/api/v1/model-access/requests', {
    tier_id: idOf('model-access/tiers'),
    ...{ user_id: IDENTIFIER, organization_id: ORGANIZATION, justification: DESCRIPTION },
  });
  await admin.json('POST', '/api/v1/events/test', {
    event_type: 'provider.down',
    payload: { provider: IDENTIFIER, reason: DESCRIPTION, [LABEL]: PROMPT },
  });
  await sendTraffic(
    stage,
    made.find(({ key }) => key !== undefined),
  );
}

/** Asks the gateway by the hostile key, and waits until all of it is recorded. */
async function sendTraffic(
  { aicp, admin }: Stage,
  owner: HostileObject | undefined,
): Promise<void> {
  const { id = '', key = '' } = owner ?? {};
  const headers = {
    authorization: `Bearer ${key}`,
    'x-aicp-metadata': inAscii(
      JSON.stringify({ project: IDENTIFIER, [LABEL]: DESCRIPTION.slice(0, 200) }),
    ),
  };
  const ask = async (model: string): Promise<number> => {
    const answer = await aicp.ask({ model, user: IDENTIFIER }, headers);
    await answer.arrayBuffer();
    return answer.status;
  };
  const what = 'the model is served';
  await until(async () => (await ask(MODEL)) === 200, { what, everyMs: 200 });
  for (const user of FORMULA_TEXTS) await (await aicp.ask({ model: MODEL, user })).arrayBuffer();
  for (let count = 1; count < SERVED; count += 1) await ask(MODEL);
  for (let count = 0; count < REFUSED; count += 1) await ask(NO_MODEL);
  const isRecorded = async (): Promise<boolean> => {
    const path = `/api/v1/requests?key=${encodeURIComponent(id)}&limit=100`;
    const found = await admin.json<readonly { readonly completion: unknown }[]>('GET', path);
    return found.filter(({ completion }) => completion !== null).length >= SERVED;
  };
  await until(isRecorded, { what: 'the requests are recorded', timeoutMs: 120_000, everyMs: 200 });
}

/** A JSON text of letters that headers may hold. */
const inAscii = (json: string): string =>
  json.replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
