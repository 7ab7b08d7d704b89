import type { BrowserContext, Page } from 'playwright-core';
import type { ConsoleBrowser, Look } from '../console-browser.ts';
import type { Installation } from '../../up/installation.ts';
import type { AdminClient } from './admin-client.ts';
import type { Cluster } from './cluster.ts';
import { settled } from './settled.ts';

/** Forms are checked by the service while one types, and the browser writes down each refusal. */
const CHECKED = /status of (409|422).*dry_run/;

/** So many errors are told of a page that a test failed on. */
const MOST_ERRORS = 5;

/** What all tests share. */
interface Shared {
  readonly aicp: Installation;
  readonly browser: ConsoleBrowser;
  readonly cluster: Cluster;
  readonly admin: AdminClient;
}

/** The pages of one test. */
export class Scene {
  readonly stage: Shared;
  private readonly home: BrowserContext;
  private readonly pages: Page[] = [];
  private readonly allowed: RegExp[] = [CHECKED];
  private readonly endings: (() => Promise<unknown>)[] = [];

  constructor(stage: Shared, home: BrowserContext) {
    this.stage = stage;
    this.home = home;
  }

  /** A page of the platform's administrator, once everything that it reads has come. */
  async page(path: string): Promise<Page> {
    const page = this.kept(await this.stage.browser.another(this.home));
    await page.goto(path);
    await settled(page);
    return page;
  }

  /** The first page of somebody with another key, in a browser of their own. */
  async pageOf(key: string, look: Look = {}): Promise<Page> {
    const page = this.kept(await this.stage.browser.signedIn(key, look));
    await settled(page);
    return page;
  }

  /** A page of somebody who has not signed in. */
  async visitor(): Promise<Page> {
    return this.kept(await this.stage.browser.visitor());
  }

  /** What the test provokes and the browser writes down, such as a status. */
  allow(...errors: readonly RegExp[]): void {
    this.allowed.push(...errors);
  }

  /** Takes away what the test makes: once its pages are closed, and also where it fails. What was named last goes first. */
  atEnd(work: () => Promise<unknown>): void {
    this.endings.push(work);
  }

  /** What the browser wrote down as errors that the test did not provoke. */
  get errors(): readonly string[] {
    return this.pages
      .flatMap((page) => this.stage.browser.errorsOf(page))
      .filter((error) => !this.allowed.some((pattern) => pattern.test(error)));
  }

  /** What its pages show, in words: first where each is and what its browser wrote down, in few lines. */
  async picture(): Promise<string> {
    if (this.pages.length === 0) return 'none was opened';
    const heads = this.pages.map((page) => {
      const errors = this.stage.browser.errorsOf(page).slice(-MOST_ERRORS);
      return [page.url(), ...errors].join(' | ');
    });
    // What a story has closed, or a browser that fell, shows nothing, and must not hide why the story failed.
    const open = this.pages.filter((page) => !page.isClosed());
    const bodies = open.map((page) => page.locator('body').ariaSnapshot());
    return [...heads, ...(await Promise.all(bodies))].join('\n');
  }

  /** Closes its pages, and the browsers of others than the administrator, and takes away what it made. */
  async close(): Promise<void> {
    for (const page of this.pages) {
      const context = page.context();
      await (context === this.home ? page.close() : context.close());
    }
    for (const work of this.endings.toReversed()) await work();
  }

  private kept(page: Page): Page {
    this.pages.push(page);
    return page;
  }
}
