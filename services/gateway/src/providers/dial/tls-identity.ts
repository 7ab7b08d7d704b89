import { createSecureContext, type SecureContext } from 'node:tls';

/** What of TLS belongs to one provider. */
export interface TlsIdentity {
  /** PEM; undefined: the authorities of the process. */
  readonly ca: string | undefined;
  /** PEM; undefined: whoever is called is not told who calls. */
  readonly clientCertificate: { readonly certificate: string; readonly key: string } | undefined;
  /** Undefined: the host of the address. */
  readonly serverName: string | undefined;
}

/** Reads certificates and keys once for all connections. Throws an Error where OpenSSL takes one of them not. */
export const secureContextOf = ({
  ca,
  clientCertificate: client,
}: Partial<Pick<TlsIdentity, 'ca' | 'clientCertificate'>>): SecureContext =>
  createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
  });
