import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { PushKeys } from './push-key-queries.ts';

/** The keys of a push subscription, in base64url. */
export interface SubscriptionKeys {
  /** An uncompressed point on the curve P-256. */
  readonly publicKey: string;
  /** 16 bytes. */
  readonly authSecret: string;
}

/** The random values of one message. Each may be used only once, so only tests specify them. */
interface MessageSecrets {
  readonly privateKey: Buffer;
  /** 16 bytes. */
  readonly salt: Buffer;
}

/** The record size in the header. The message is a single record, which is always shorter. */
const recordSize = 4096;

/**
 * Encrypts a message for one browser, so that its push service can't read it (RFC 8291, with the content encoding
 * `aes128gcm` of RFC 8188). The message must be shorter than 3,994 bytes, because push services accept 4,096.
 *
 * @throws if the subscription's public key is not a point on the curve
 */
export function encryptPushMessage(
  message: Buffer,
  { publicKey, authSecret }: SubscriptionKeys,
  secrets: MessageSecrets = { privateKey: generatePrivateKey(), salt: randomBytes(16) },
): Buffer {
  const { salt } = secrets;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(secrets.privateKey);
  const ownPublicKey = ecdh.getPublicKey();
  const browserPublicKey = Buffer.from(publicKey, 'base64url');
  const sharedSecret = ecdh.computeSecret(browserPublicKey);

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browserPublicKey, ownPublicKey]);
  const inputKey = deriveKey(sharedSecret, Buffer.from(authSecret, 'base64url'), keyInfo, 32);
  const key = deriveKey(inputKey, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = deriveKey(inputKey, salt, 'Content-Encoding: nonce\0', 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header.writeUInt8(ownPublicKey.length, 4);
  return Buffer.concat([
    salt,
    header,
    ownPublicKey,
    cipher.update(message),
    // Marks the last record.
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** The claims of a VAPID token: who sends messages to which push service, and when the token expires. */
export interface VapidClaims {
  /** The origin of the push service. */
  readonly audience: string;
  /** A URL at which the push service may reach the server's operator: `https:` or `mailto:`. */
  readonly subject: string;
  readonly expiresAt: Date;
}

/** Returns the Authorization header that identifies the server to a push service (RFC 8292): a signed JWT. */
export function createVapidHeader(
  { publicKey, privateKey }: PushKeys,
  { audience, subject, expiresAt }: VapidClaims,
): string {
  const claims = {
    aud: audience,
    exp: Math.floor(expiresAt.getTime() / 1000),
    sub: subject,
  };
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: privateKey,
    },
  });
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`;
}

function generatePrivateKey(): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return ecdh.getPrivateKey();
}

function deriveKey(inputKey: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', inputKey, salt, info, length));
}
