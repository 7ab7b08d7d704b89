import type { Page } from 'playwright-core';

/** Whether texts stay texts on a page. */
export class Watch {
  readonly page: Page;
  private readonly seen: string[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  /** Watches a page from now on; it is loaded anew, so that nothing it does is missed. */
  static async over(page: Page): Promise<Watch> {
    const watch = new Watch(page);
    page.on('dialog', (dialog) => {
      watch.seen.push(`a dialog opened: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const { hostname, pathname } = new URL(request.url());
      if (hostname.endsWith('hostile.example') || pathname.endsWith('/x')) {
        watch.seen.push(`it was asked for ${request.url()}`);
      }
    });
    await page.addInitScript(noteViolations);
    await page.reload();
    return watch;
  }

  /** What is wrong with the page as it stands, on a wide screen and on a narrow one. */
  async faults(where: string): Promise<string[]> {
    const { page, seen } = this;
    const faults = seen.splice(0);
    for (const look of LOOKS) faults.push(...(await page.evaluate(look)));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const fault = await page.evaluate(widerThanScreen);
      if (fault !== undefined) faults.push(fault);
    }
    return faults.map((fault) => `${where}: ${fault}`);
  }
}

const WIDTHS = [390, 1440] as const;
const LOOKS = [ranInPage, madeInPage, scriptsAsAddresses, unseenInPage] as const;

/** Runs in the page, before anything else does. */
function noteViolations(): void {
  const noted: string[] = [];
  Object.assign(window, { violations: noted });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    noted.push(`${violatedDirective} forbade ${blockedURI}`);
  });
}

/** Runs in the page: what makes it wider than the screen, once it had time to be laid out for it. */
async function widerThanScreen(): Promise<string | undefined> {
  const isFitting = (): boolean => document.documentElement.scrollWidth <= innerWidth;
  for (let frames = 0; frames < 60 && !(frames > 1 && isFitting()); frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  if (isFitting()) return undefined;
  const isHeld = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).overflowX !== 'visible' || isHeld(element.parentElement));
  const [first] = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      element.childElementCount === 0 &&
      element.getBoundingClientRect().right > innerWidth + 1 &&
      !isHeld(element.parentElement),
  );
  const { scrollWidth } = document.documentElement;
  return `it is ${scrollWidth} pixels wide on a screen of ${innerWidth}: ${first?.outerHTML.slice(0, 400) ?? ''}`;
}

/** Runs in the page: what ran, and what was kept from it. */
function ranInPage(): string[] {
  const { hostile, violations } = window as { hostile?: number; violations?: readonly string[] };
  const ran = hostile === undefined ? [] : [`script ${hostile} ran`];
  return [...ran, ...(violations ?? ['nobody watched what was forbidden'])];
}

/** Runs in the page: what was made of markup. */
function madeInPage(): string[] {
  const made = document.querySelectorAll('[data-hostile], [src="x"], [onerror], [onload]');
  return [...made].map(({ outerHTML }) => `markup was taken for such: ${outerHTML.slice(0, 200)}`);
}

/** Runs in the page: addresses that would run where they are followed. */
function scriptsAsAddresses(): string[] {
  const names = ['href', 'src', 'action', 'formaction'];
  return [...document.querySelectorAll('[href], [src], [action], [formaction]')]
    .flatMap((element) => names.map((name) => element.getAttribute(name) ?? ''))
    .filter((address) => /^\s*(javascript:|vbscript:|data:text)/i.test(address))
    .map((address) => `a link leads to ${address.slice(0, 200)}`);
}

/** Runs in the page: texts with something that one does not see. */
function unseenInPage(): string[] {
  const unseen = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u200B\u202E]/;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faults: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: within, textContent } = text;
    // What is typed is not changed.
    if (!unseen.test(textContent ?? '') || within?.closest('script, style, textarea')) continue;
    faults.push(`something is not seen in ${within?.outerHTML.slice(0, 300) ?? ''}`);
  }
  return faults;
}
