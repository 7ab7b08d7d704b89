import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** So long a test waits for what a page is to show: much longer than it takes, since other tests may have the machine. */
const PATIENCE_MS = 60_000;

export interface Look {
  readonly scheme?: 'light' | 'dark';
  readonly density?: 'comfortable' | 'compact';
  readonly width?: number;
  readonly height?: number;
}

/** A browser at the console of an installation. Whatever a page logs as an error is kept. */
export class ConsoleBrowser {
  private readonly logs = new Map<Page, string[]>();
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
  async visitor(look: Look = {}): Promise<Page> {
    const { scheme = 'light', density = 'comfortable', width = 1440, height = 900 } = look;
    const context = await this.browser.newContext({
      baseURL: this.url,
      colorScheme: scheme,
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(`localStorage.setItem('aicp-density', '"${density}"')`);
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
    this.logs.set(page, []);
    return page;
  }

  /** What a page logged as an error so far. */
  errorsOf(page: Page): readonly string[] {
    return this.logs.get(page) ?? [];
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  /** What all pages logged as errors so far. */
  get errors(): readonly string[] {
    return [...this.logs.values()].flat();
  }

  private watched(page: Page): Page {
    const log = (text: string): void => {
      this.logs.set(page, [...this.errorsOf(page), `${page.url()}: ${text}`]);
    };
    this.logs.set(page, []);
    page.on('pageerror', ({ message }) => log(message));
    page.on('console', (message) => {
      if (message.type() === 'error') log(`${message.text()} (${message.location().url})`);
    });
    return page;
  }
}
