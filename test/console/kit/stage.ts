import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { until } from '../../kubernetes/control-plane/until.ts';
import { Installation } from '../../up/installation.ts';
import { ConsoleBrowser } from '../console-browser.ts';
import { AdminClient } from './admin-client.ts';
import { Cluster } from './cluster.ts';
import { LicenseIssuer } from './license-issuer.ts';
import { Scene } from './scene.ts';

interface Props {
  readonly aicp: Installation;
  readonly browser: ConsoleBrowser;
  readonly cluster: Cluster;
  readonly admin: AdminClient;
  /** Where administrators of the platform are signed in. */
  readonly homes: readonly BrowserContext[];
}

/** One for each journey that goes on at the same time: a caller has 600 requests a minute, and a page of many lists takes some thirty. */
const ADMINISTRATORS = 5;

/** An installation and a browser at its console, for all journeys of the folder. */
export class Stage {
  private props: Props | undefined;
  /** How many scenes that go on each home has. */
  private readonly scenes = new Map<BrowserContext, number>();

  get aicp(): Installation {
    return this.opened.aicp;
  }

  get browser(): ConsoleBrowser {
    return this.opened.browser;
  }

  get cluster(): Cluster {
    return this.opened.cluster;
  }

  /** The API, as the platform's administrator. */
  get admin(): AdminClient {
    return this.opened.admin;
  }

  /** Whose licenses the installation takes. */
  get issuer(): LicenseIssuer {
    return new LicenseIssuer(this.opened.aicp.directory);
  }

  /** Starts everything, once the console is built. `program`: the browser. */
  async open(program: string): Promise<void> {
    const aicp = await startedInstallation();
    const { adminUrl, key, kubeconfig } = aicp;
    await until(() => isServed(adminUrl), { what: 'the console is built', timeoutMs: 240_000 });
    const browser = await ConsoleBrowser.open(program, adminUrl);
    const admin = await AdminClient.signedIn(adminUrl, key);
    const homes: BrowserContext[] = [];
    while (homes.length < ADMINISTRATORS) {
      homes.push(await homeOf(browser, await administratorKey(admin, adminUrl)));
    }
    this.props = { aicp, browser, cluster: new Cluster(kubeconfig), admin, homes };
  }

  /** A test's part of it, where the fewest others go on: pages of one home share six connections, and each keeps one for changes. */
  scene(): Scene {
    const [home] = this.opened.homes.toSorted((one, other) => this.busy(one) - this.busy(other));
    if (!home) throw new Error('nobody is signed in');
    this.scenes.set(home, this.busy(home) + 1);
    const scene = new Scene(this, home);
    scene.atEnd(() => Promise.resolve(this.scenes.set(home, this.busy(home) - 1)));
    return scene;
  }

  async close(): Promise<void> {
    await this.props?.browser.close();
    await this.props?.cluster.close();
    if (RUNNING === undefined) await this.props?.aicp.remove();
  }

  private busy(home: BrowserContext): number {
    return this.scenes.get(home) ?? 0;
  }

  private get opened(): Props {
    if (!this.props) throw new Error('the stage is not open');
    return this.props;
  }
}

/**
 * The data directory of an installation that runs already, for whoever writes tests: nothing is started, nothing removed. The journey of the license needs
 * `aicp license keygen --out` of that directory before its start, and AICP_LICENSE_KEYS_FILE at it.
 */
const RUNNING = process.env['AICP_TEST_DATA_DIR'];

/** A key that an administrator of the platform can sign in with. */
async function administratorKey(admin: AdminClient, adminUrl: string): Promise<string> {
  const body = { name: `Administrator ${randomUUID()}`, role: 'platform_admin' };
  const { key } = await admin.json<{ readonly key: string }>('POST', '/api/v1/api-keys', body);
  await AdminClient.signedInOnceTaken(adminUrl, key);
  return key;
}

async function homeOf(browser: ConsoleBrowser, key: string): Promise<BrowserContext> {
  const page = await browser.signedIn(key);
  await page.close();
  return page.context();
}

/** An older build would be served until the new one is there, and its pages would miss their scripts then. */
async function buildConsole(): Promise<void> {
  const program = join(import.meta.dirname, '../../../console/build/main.ts');
  await promisify(execFile)(process.execPath, [program]);
}

async function startedInstallation(): Promise<Installation> {
  const aicp = await Installation.prepare();
  if (RUNNING !== undefined) {
    const { portOffset: offset } = await Object.assign(aicp, { directory: RUNNING }).status();
    return Object.assign(aicp, { offset });
  }
  await buildConsole();
  const license = await new LicenseIssuer(aicp.directory).prepare();
  const { code, err } = await aicp.up({ ...license, AICP_CONSOLE: 'on' });
  if (code === 0) return aicp;
  await aicp.remove();
  throw new Error(`aicp up ended with ${String(code)}: ${err}`);
}

const isServed = async (url: string): Promise<boolean> =>
  (await fetch(url, { headers: { accept: 'text/html' } })).headers
    .get('content-security-policy')
    ?.includes('nonce') === true;
