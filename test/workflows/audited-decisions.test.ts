import { workflowEngine } from '@aicp/admin/executions/workflow-engine';
import { systemClock } from '@aicp/common/time/clock';
import { ADMIN_SECRET, EngineFixture } from '@aicp/workflow/testing/engine-fixture';
import { keyOf, sectionsOf, step, templateOf } from '@aicp/workflow/testing/fragments';
import { expect, it } from 'vitest';
import { AdminInstallation } from '../admin/admin-installation.ts';

const as = (key: string) => ({ authorization: `Bearer sk-${key}` });
const TEMPLATES = [templateOf('review', [step('check', 'approval', { title: 'Is it right?' })])];
const KEYS = [keyOf('bot'), keyOf('boss', { role: 'org_admin' })];

interface Entry {
  readonly resource_id: string;
}

it('what is sent to the workflow engine is in the audit log of the admin service once', async () => {
  await using engine = await EngineFixture.start({ sections: sectionsOf(TEMPLATES, KEYS) });
  const decide = async (comment: string): Promise<string> => {
    const id = await engine.begin('review', {}, as('bot'));
    await engine.reached(id, 'waiting', as('bot'));
    const said = { step: 'check', payload: { approved: true, comment } };
    const path = `/api/v1/executions/${id}/signal`;
    expect((await engine.post(path, said, as('boss'))).status).toBe(200);
    return id;
  };
  // The admin service is not there yet.
  const early = await decide('early');
  const { url } = engine;
  const workflows = workflowEngine({ url, secret: () => ADMIN_SECRET, clock: systemClock });
  await using aicp = await AdminInstallation.start({ workflows });
  const admin = await aicp.signIn();
  const entriesOf = async (id: string, action = 'signal') => {
    const path = `/api/v1/audit-logs?resource_type=workflow_execution&action=${action}`;
    return (await admin.get<Entry[]>(path)).body.filter((one) => one.resource_id === id);
  };
  await aicp.until(async () => (await entriesOf(early)).length > 0);
  const late = await decide('late');
  await aicp.until(async () => (await entriesOf(late)).length > 0);
  for (const [id, comment] of [
    [early, 'early'],
    [late, 'late'],
  ] as const) {
    expect(await entriesOf(id)).toMatchObject([
      {
        ...{ user_id: 'boss', key_id: 'boss', organization_id: 'acme', source: 'api' },
        changes: { after: { step: 'check', approved: true, comment } },
      },
    ]);
    expect(await entriesOf(id, 'execute')).toMatchObject([
      {
        ...{ user_id: 'bot', key_id: 'bot', organization_id: 'acme', source: 'api' },
        changes: { after: { template: 'review' } },
      },
    ]);
  }
}, 120_000);
