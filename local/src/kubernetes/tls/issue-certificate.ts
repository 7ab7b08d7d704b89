import 'reflect-metadata';
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A certificate and its private key, PEM. */
export interface Issued {
  readonly cert: string;
  readonly key: string;
}

export interface Validity {
  readonly fromMs: number;
  readonly untilMs: number;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const CA_NAME = 'CN=aicp local CA';
const SERVER_NAME = 'CN=aicp local Kubernetes API';
/** A little early, for clients whose clock is behind. */
const LEEWAY_MS = 3_600_000;

const serialNumber = (): string => `01${randomBytes(15).toString('hex')}`;

async function newKeys() {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function toPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  const pem = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return pem.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** A CA of our own, which may sign servers only. */
export async function issueCa({ fromMs, untilMs }: Validity): Promise<Issued> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: CA_NAME,
    notBefore: new Date(fromMs - LEEWAY_MS),
    notAfter: new Date(untilMs),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: certificate.toString('pem'), key: await toPem(keys.privateKey) };
}

/** A server certificate for loopback, signed by `ca`. */
export async function issueServer(ca: Issued, { fromMs, untilMs }: Validity): Promise<Issued> {
  const keys = await newKeys();
  const issuer = new x509.X509Certificate(ca.cert);
  const der = createPrivateKey(ca.key).export({ format: 'der', type: 'pkcs8' });
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: SERVER_NAME,
    issuer: issuer.subject,
    notBefore: new Date(fromMs - LEEWAY_MS),
    notAfter: new Date(Math.min(untilMs, issuer.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: certificate.toString('pem'), key: await toPem(keys.privateKey) };
}
