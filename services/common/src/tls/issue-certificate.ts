import 'reflect-metadata';
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** A certificate and its private key, PEM. */
export interface Issued {
  readonly cert: string;
  readonly key: string;
}

export interface CaRequest {
  /** Common name. */
  readonly name: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface ServerRequest extends CaRequest {
  /** DNS names and addresses that clients may call the server by. */
  readonly hosts: readonly string[];
  /** What it says who it is of; absent: a server. */
  readonly purpose?: 'server' | 'client';
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
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

/** A CA of our own, which may sign servers and clients, and no other CA. */
export async function issueCa({ name, fromMs, untilMs }: CaRequest): Promise<Issued> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${name}`,
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

/** A certificate signed by `ca`, which it does not outlive. */
export async function issueServer(ca: Issued, request: ServerRequest): Promise<Issued> {
  const keys = await newKeys();
  const issuer = new x509.X509Certificate(ca.cert);
  const der = createPrivateKey(ca.key).export({ format: 'der', type: 'pkcs8' });
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  const hosts = request.hosts.map((value) => ({
    type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
    value,
  }));
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${request.name}`,
    issuer: issuer.subject,
    notBefore: new Date(request.fromMs - LEEWAY_MS),
    notAfter: new Date(Math.min(request.untilMs, issuer.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([
        request.purpose === 'client'
          ? x509.ExtendedKeyUsage.clientAuth
          : x509.ExtendedKeyUsage.serverAuth,
      ]),
      new x509.SubjectAlternativeNameExtension(hosts),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: certificate.toString('pem'), key: await toPem(keys.privateKey) };
}
