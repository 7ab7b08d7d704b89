import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { fillForm, formOf } from '../kit/fill-form.ts';
import { journey } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';

/** What the console does while the service is away. It ends the service, so that no other journey may run meanwhile. */
export function serverDown(stage: Stage): void {
  journey(stage, 'says that the service is away, and goes on by itself', async (scene) => {
    const { supervisor, services } = await stage.aicp.status();
    const pid = services.find(({ name }) => name === 'admin')?.pid;
    // 0 would be all processes of this test.
    if (!pid) throw new Error('the admin service does not run');
    const page = await scene.page('/teams/_new');
    await fillForm(page, { Name: 'Typed in the dark' });
    scene.allow(/Failed to load resource|ERR_/);
    // While the supervisor stands still, nothing starts the service again.
    process.kill(supervisor, 'SIGSTOP');
    try {
      process.kill(pid, 'SIGKILL');
      await page.getByText('The service does not answer').waitFor();
      await fillForm(page, { Description: 'and after it' });
    } finally {
      process.kill(supervisor, 'SIGCONT');
    }
    await until(async () => (await stage.aicp.status()).ready, { what: 'all is ready again' });
    const banner = page.getByText('The service does not answer');
    await banner.waitFor({ state: 'detached', timeout: 120_000 });
    const name = formOf(page).getByRole('textbox', { name: 'Name', exact: true });
    expect(await name.inputValue()).toBe('Typed in the dark');
    await stage.cluster.apply({ kind: 'Team', name: 'dawn', spec: { displayName: 'Dawn shift' } });
    const list = await scene.page('/teams');
    await list.getByRole('link', { name: 'Dawn shift', exact: true }).waitFor();
    await stage.cluster.remove('teams', 'dawn');
  });
}
