import { expect } from 'vitest';
import { journey } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';

const PAGES = ['/', '/models', '/teams/_new', '/providers/simulated?tab=yaml', '/playground'];

/** The console asks nobody but the service that it came from. */
export function ownOrigin(stage: Stage): void {
  journey(stage, 'asks nobody but its own service, fonts included', async (scene) => {
    const page = await scene.pageOf(stage.aicp.key);
    const asked: { readonly origin: string; readonly type: string }[] = [];
    page.on('request', (request) => {
      asked.push({ origin: new URL(request.url()).origin, type: request.resourceType() });
    });
    for (const path of PAGES) {
      await page.goto(path);
      await settled(page);
    }
    const { origin } = new URL(stage.aicp.adminUrl);
    expect(asked.length).toBeGreaterThan(PAGES.length);
    expect(asked.filter((request) => request.origin !== origin)).toEqual([]);
  });

  journey(stage, 'forbids scripts and styles of others by its headers', async () => {
    const { headers } = await fetch(stage.aicp.adminUrl, { headers: { accept: 'text/html' } });
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources] as const;
      }),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    for (const name of ['script-src', 'style-src', 'connect-src', 'font-src']) {
      const sources = policy.get(name) ?? [];
      expect(sources.length, name).toBeGreaterThan(0);
      for (const source of sources) expect(source, name).toMatch(/^'(self|nonce-[^']+)'$/);
    }
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
}
