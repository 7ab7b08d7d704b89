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
  /** Where the platform's administrator is signed in. */
  readonly home: BrowserContext;
}

/** An installation and a browser at its console, for all journeys of the folder. */
export class Stage {
  private props: Props | undefined;

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
    const page = await browser.signedIn(key);
    this.props = {
      aicp,
      browser,
      cluster: new Cluster(kubeconfig),
      admin: await AdminClient.signedIn(adminUrl, key),
      home: page.context(),
    };
    await page.close();
  }

  /** A test's part of it. */
  scene(): Scene {
    return new Scene(this, this.opened.home);
  }

  async close(): Promise<void> {
    await this.props?.browser.close();
    await this.props?.cluster.close();
    if (RUNNING === undefined) await this.props?.aicp.remove();
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

async function startedInstallation(): Promise<Installation> {
  const aicp = await Installation.prepare();
  if (RUNNING !== undefined) {
    const { portOffset: offset } = await Object.assign(aicp, { directory: RUNNING }).status();
    return Object.assign(aicp, { offset });
  }
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
