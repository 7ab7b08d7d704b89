import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { FakeReplica } from '@aicp/operator/testing/fake-replica';
import { type GitopsStage, type Live, manifest } from './stage.ts';

/** Objects as the API server and our operator leave them, one in each state that there is. The stage is of little use afterwards. */
export async function everyState(stage: GitopsStage): Promise<Record<string, Live>> {
  await stage.apply(manifest('Provider/steady', { type: 'simulated' }));
  await stage.apply(model('steady'));
  const ready = await stage.until('Model/steady', 'Ready', 'True');
  return {
    Programmed: ready,
    PartlyEnforced: await partlyEnforced(stage),
    Exceeded: await exceeded(stage),
    changed: { ...ready, metadata: { ...ready.metadata, generation: 2 } },
    new: await neverSeen(stage),
    ...(await wrong(stage)),
    NotEnforced: await notEnforced(stage),
    deleting: await deleting(stage),
    ...(await undelivered(stage)),
  };
}

const model = (name: string, more: object = {}) =>
  manifest(`Model/${name}`, { modelId: name, provider: 'steady', ...more });

/** In a namespace that no operator of ours looks at. */
async function neverSeen(stage: GitopsStage): Promise<Live> {
  await stage.apply(model('new'), 'default');
  return (await stage.live('Model/new', 'default'))!;
}

async function wrong(stage: GitopsStage): Promise<Record<string, Live>> {
  const provider = { type: 'openai_compatible', baseUrl: 'https://[' };
  await stage.apply(manifest('Provider/nowhere', provider));
  await stage.apply(manifest('RoutingPolicy/unreadable', { action: 'deny', condition: 'team ==' }));
  await stage.apply(model('twin', { modelId: 'steady' }));
  await stage.apply(model('lost', { provider: 'none' }));
  const organization = manifest('Organization/anew', { displayName: 'Anew' });
  await stage.apply(organization);
  await stage.apply(manifest('Team/orphan', { organizationId: 'anew' }));
  await stage.until('Team/orphan', 'Ready', 'True');
  await stage.remove('Organization/anew');
  await stage.until('Team/orphan', 'Ready', 'ReferenceNotFound');
  await stage.apply(organization);
  const secretRef = { name: 'none', key: 'key' };
  await stage.apply(manifest('Provider/keyless', { type: 'openai', secretRef }));
  const on = async (name: `${string}/${string}`, reason: string) => ({
    [reason]: await stage.until(name, 'Ready', reason),
  });
  return {
    ...(await on('Provider/nowhere', 'Invalid')),
    ...(await on('RoutingPolicy/unreadable', 'ConditionInvalid')),
    ...(await on('Model/twin', 'Conflicted')),
    ...(await on('Model/lost', 'ReferenceNotFound')),
    ...(await on('Provider/keyless', 'SecretNotFound')),
    ...(await on('Team/orphan', 'OwnerMismatch')),
  };
}

/** What works in part is in force like anything else. */
async function partlyEnforced(stage: GitopsStage): Promise<Live> {
  await stage.apply(manifest('Team/limited', { metadata: { floor: '3' } }));
  await stage.until('Team/limited', 'Enforced', 'PartlyEnforced');
  return await stage.until('Team/limited', 'Ready', 'True');
}

/** A budget that is spent is in force like anything else. Nobody adds up what is spent here, so its conditions are put in. */
async function exceeded(stage: GitopsStage): Promise<Live> {
  await stage.apply(manifest('Budget/spent', { entityType: 'global', monthlyLimit: 5 }));
  await stage.until('Budget/spent', 'Exceeded', 'Unknown');
  const live = await stage.until('Budget/spent', 'Ready', 'True');
  const conditions = live.status?.conditions?.map((one) =>
    ['NearLimit', 'Exceeded'].includes(one.type) ? { ...one, status: 'True' as const } : one,
  );
  return { ...live, status: { ...live.status, conditions: conditions ?? [] } };
}

/** Of a feature that is switched off. */
async function notEnforced(stage: GitopsStage): Promise<Live> {
  const costTracking = async (on: boolean): Promise<void> => {
    await stage.edit('ControlPlane/default', { spec: { features: { costTracking: on } } });
  };
  await costTracking(false);
  await stage.apply(manifest('Budget/uncounted', { entityType: 'global', monthlyLimit: 5 }));
  const live = await stage.until('Budget/uncounted', 'Ready', 'NotEnforced');
  await costTracking(true);
  return live;
}

/** Held by a finalizer of somebody else. */
async function deleting(stage: GitopsStage): Promise<Live> {
  const held = model('held');
  const metadata = { ...held.metadata, finalizers: ['example.com/hold'] };
  await stage.apply({ ...held, metadata });
  await stage.until('Model/held', 'Ready', 'True');
  await stage.remove('Model/held');
  return (await stage.live('Model/held'))!;
}

/** What keeps an object that is fine from being in force: replicas that are silent, refuse it or are not there. */
async function undelivered(stage: GitopsStage): Promise<Record<string, Live>> {
  const { installation } = stage;
  await installation.writeEndpoints(['gateway-silent']);
  await stage.apply(model('late'));
  const pending = await stage.until('Model/late', 'Ready', 'Pending');
  const name = 'gateway-refusing';
  const token = await installation.gatewayToken(name);
  const operatorUrl = () => installation.operatorService.url;
  const refusing = new FakeReplica({ name, token, operatorUrl, refuses: refusesPremium }).start();
  await installation.writeEndpoints([name]);
  await stage.apply(model('dear', { tier: 'premium' }));
  const rejected = await stage.until('Model/dear', 'Ready', 'Rejected');
  await refusing.stop();
  await installation.gateways[0]!.terminate();
  await installation.writeEndpoints();
  const noReplicas = await stage.until('Model/late', 'Ready', 'NoReplicas');
  return { Pending: pending, Rejected: rejected, NoReplicas: noReplicas };
}

function refusesPremium({ contents }: StoredSnapshot) {
  const models = JSON.parse(contents['models'] ?? '[]') as { source: Source; tier?: string }[];
  return models
    .filter(({ tier }) => tier === 'premium')
    .map(({ source }) => ({ source, section: 'models', message: 'too dear' }));
}

const PAGE = join(import.meta.dirname, '../../../docs/operations/gitops.md');

/** What each tool says of an object in one state. */
export interface Said {
  readonly kstatus: string;
  readonly flux: string;
  readonly argocd: string;
}

/** The table of states as docs/operations/gitops.md has it: a reason of conditions, or a plain word. */
export async function documentedStates(): Promise<Record<string, Said>> {
  const lines = (await readFile(PAGE, 'utf8')).split('\n');
  const head = lines.findIndex((line) => line.startsWith('| state'));
  const rest = lines.slice(head + 2);
  const rows = rest.slice(0, rest.indexOf(''));
  return Object.fromEntries(
    rows.map((row) => {
      const [, state = '', kstatus = '', flux = '', argocd = ''] = row
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''));
      return [state, { kstatus, flux, argocd }];
    }),
  );
}
