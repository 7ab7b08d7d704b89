import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** What keeps the browser from asking anybody but the console. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Look {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A browser at the console of an installation. Whatever a page logs as an error is kept. */
export class ConsoleBrowser {
  readonly errors: string[] = [];
  private readonly browser: Browser;
  private readonly home: string;
  private readonly url: string;

  private constructor(parts: { browser: Browser; home: string; url: string }) {
    this.browser = parts.browser;
    this.home = parts.home;
    this.url = parts.url;
  }

  /** Opens a browser, with nothing in its profile. `url`: of the admin service. */
  static async open(program: string, url: string): Promise<ConsoleBrowser> {
    const home = mkdtempSync(join(tmpdir(), 'aicp-chromium-'));
    const browser = await chromium.launch({
      executablePath: program,
      headless: true,
      args: QUIET,
      env: { ...process.env, HOME: home },
    });
    return new ConsoleBrowser({ browser, home, url });
  }

  /** A page of somebody who has never been here. */
  async visitor({ scheme = 'light', width = 1440, height = 900 }: Look = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.url,
      colorScheme: scheme,
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    return this.watched(await context.newPage());
  }

  /** Another page of the same person. */
  async another(context: BrowserContext): Promise<Page> {
    return this.watched(await context.newPage());
  }

  /** A page of somebody who signed in with a key. */
  async signedIn(key: string, look: Look = {}): Promise<Page> {
    const page = await this.visitor(look);
    await page.goto('/');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Sections' }).waitFor();
    // Whether a visitor has a session is asked, and the browser writes down that they have none.
    this.errors.length = 0;
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  private watched(page: Page): Page {
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }
}

/** What axe finds wrong with a page, each in a line. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
