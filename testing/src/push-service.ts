import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webcrypto } from 'node:crypto';

/** The subscription of a browser, as its page sends it to the application. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A message that arrived at the push service, decrypted as its browser would. */
export interface ReceivedPush {
  readonly endpoint: string;
  readonly payload: unknown;
  /** The length of the decrypted message. */
  readonly payloadBytes: number;
  readonly ttl: string | undefined;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** The claims of the sender's JWT, whose signature was verified with `senderKey`. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  readonly senderKey: string;
}

/** How the push service responds to a message for one of its browsers. */
type Responder = (response: ServerResponse, request: IncomingMessage) => void;

/** A push service with its browsers. It verifies the sender of each message and decrypts the message. */
export interface PushService {
  readonly origin: string;
  /** The messages that arrived, regardless of the response. */
  readonly received: readonly ReceivedPush[];
  /** Why messages could not be verified or decrypted. */
  readonly problems: readonly string[];
  /** Subscribes a new browser. */
  subscribe(): Promise<BrowserSubscription>;
  /** Sets the response to later messages for a browser, or for all browsers. By default, the service accepts them. */
  respondWith(responder: Responder, endpoint?: string): void;
  stop(): void;
}

interface Browser {
  readonly privateKey: webcrypto.CryptoKey;
  readonly publicKey: Buffer;
  readonly auth: Buffer;
}

const { subtle } = webcrypto;
const curve = { name: 'ECDH', namedCurve: 'P-256' };

const accept: Responder = (response) => void response.writeHead(201).end();

/** Starts a push service on localhost. It decrypts with Web Crypto, independently of the application's own code. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const responders = new Map<string, Responder>();
  let defaultResponder = accept;
  const received: ReceivedPush[] = [];
  const problems: string[] = [];

  const server = createServer((request, response) => {
    void handle(request)
      .then((message) => {
        received.push(message);
        (responders.get(message.endpoint) ?? defaultResponder)(response, request);
      })
      .catch((error: unknown) => {
        problems.push(String(error));
        response.writeHead(403).end();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage): Promise<ReceivedPush> {
    const { headers, url = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const endpoint = origin + url;
    const browser = browsers.get(endpoint);
    if (!browser) throw new Error('There is no such browser.');
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The encoding is wrong.');
    if (body.length > 4096) throw new Error('The message is too large.');
    const text = await decrypt(body, browser);
    const sender = await verifySender(headers.authorization ?? '');
    if (sender.claims.aud !== origin) throw new Error('The JWT is for another push service.');
    return {
      endpoint,
      payload: JSON.parse(text.toString()) as unknown,
      payloadBytes: text.length,
      ttl: headers['ttl'] as string | undefined,
      urgency: headers['urgency'] as string | undefined,
      topic: headers['topic'] as string | undefined,
      ...sender,
    };
  }

  return {
    origin,
    received,
    problems,
    async subscribe() {
      const pair = await subtle.generateKey(curve, true, ['deriveBits']);
      const publicKey = Buffer.from(await subtle.exportKey('raw', pair.publicKey));
      const auth = Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)));
      const endpoint = `${origin}/push/${browsers.size + 1}`;
      browsers.set(endpoint, { privateKey: pair.privateKey, publicKey, auth });
      return {
        endpoint,
        keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
      };
    },
    respondWith(responder, endpoint) {
      if (endpoint === undefined) defaultResponder = responder;
      else responders.set(endpoint, responder);
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Decrypts a message (RFC 8291). */
async function decrypt(body: Buffer, browser: Browser): Promise<Buffer> {
  const salt = body.subarray(0, 16);
  const senderKeyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + senderKeyLength);
  const encrypted = body.subarray(21 + senderKeyLength);
  if (encrypted.length > body.readUInt32BE(16)) throw new Error('There are several records.');
  const imported = await subtle.importKey('raw', new Uint8Array(senderKey), curve, false, []);
  const secret = await subtle.deriveBits({ ...curve, public: imported }, browser.privateKey, 256);
  const info = [Buffer.from('WebPush: info\0'), browser.publicKey, senderKey];
  const input = await hkdf(Buffer.from(secret), browser.auth, Buffer.concat(info), 32);
  const key = await hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const iv = await hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const aesKey = await subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, ['decrypt']);
  const decrypted = await subtle.decrypt(
    { name: 'AES-GCM', iv: new Uint8Array(iv) },
    aesKey,
    new Uint8Array(encrypted),
  );
  const padded = Buffer.from(decrypted);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The last record is not marked.');
  return padded.subarray(0, end);
}

async function hkdf(input: Buffer, salt: Buffer, info: Buffer, length: number): Promise<Buffer> {
  const key = await subtle.importKey('raw', new Uint8Array(input), 'HKDF', false, ['deriveBits']);
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(salt),
    info: new Uint8Array(info),
  };
  return Buffer.from(await subtle.deriveBits(parameters, key, length * 8));
}

/** Verifies the signature of the sender's JWT (RFC 8292). */
async function verifySender(
  authorization: string,
): Promise<Pick<ReceivedPush, 'claims' | 'senderKey'>> {
  const { token = '', senderKey = '' } =
    /^vapid t=(?<token>[\w.-]+), k=(?<senderKey>[\w-]+)$/.exec(authorization)?.groups ?? {};
  const [header = '', claims = '', signature = ''] = token.split('.');
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string };
  const key = await subtle.importKey(
    'raw',
    new Uint8Array(Buffer.from(senderKey, 'base64url')),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  );
  const isValid = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    new Uint8Array(Buffer.from(signature, 'base64url')),
    new Uint8Array(Buffer.from(`${header}.${claims}`)),
  );
  if (alg !== 'ES256' || !isValid) throw new Error('The JWT is not signed by its sender.');
  return {
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims'],
    senderKey,
  };
}
