/** The query of a request. */
export const queryOf = ({ url }: { readonly url: string }): URLSearchParams =>
  new URLSearchParams(url.split('?', 2)[1] ?? '');
