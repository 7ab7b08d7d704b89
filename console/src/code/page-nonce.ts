/** What the page's Content-Security-Policy asks of styles; empty where it asks nothing. */
export const pageNonce = (page: Document): string =>
  page.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
