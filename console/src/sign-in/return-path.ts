/** The page to go to after a sign-in: one of the console's own, whatever the address says. */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/')) return '/';
  const own = 'https://console.invalid';
  const url = URL.canParse(wanted, own) ? new URL(wanted, own) : undefined;
  return url?.origin === own ? `${url.pathname}${url.search}` : '/';
}
