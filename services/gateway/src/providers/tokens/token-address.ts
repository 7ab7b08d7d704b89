/**
 * Whether a secret may be sent to whoever gives tokens at an address: over https, or within this machine, which the settings of egress open for trials
 * (`AICP_EGRESS_ALLOW`) and otherwise close.
 */
export const isTokenAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname));

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
