import { UpstreamError } from '../upstream/provider-client.ts';

const UNKNOWN_AUTHORITY = 'is not signed by a known authority';

/** What is wrong with the certificate of who was called, by the code of the check that failed. */
const CERTIFICATE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for other names',
};

/** What the peer said to us, by the code that OpenSSL gives its alert. */
const ALERT: Readonly<Record<string, string>> = {
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'asks for a client certificate',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'does not know who signed our client certificate',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'says that our client certificate has expired',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'does not accept our client certificate',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'does not accept our client certificate',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: 'says that our client certificate is revoked',
  ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR: 'does not accept our client certificate',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'has no certificate for the name that it was called by',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not speak TLS',
};

/** What the network says went wrong with a connection to `host`: its code, and in words what no code says to everybody. */
export function networkError(error: Error, host: string): UpstreamError {
  const code = codeOf(error);
  const words = wordsOf(code, host);
  return new UpstreamError('connection', words === undefined ? code : `${code}: ${words}`, error);
}

function wordsOf(code: string, host: string): string | undefined {
  const certificate = CERTIFICATE[code];
  if (certificate !== undefined) return `the certificate of ${host} ${certificate}`;
  const alert = ALERT[code];
  return alert === undefined ? undefined : `${host} ${alert}`;
}

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? error.message;
