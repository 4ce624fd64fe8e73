import { gzipSync } from 'node:zlib';

/** A way of encoding JSON text. The server must refuse the result. */
export interface Encoding {
  readonly description: string;
  readonly headerLines: readonly string[];
  readonly encode: (text: string) => Buffer;
}

const jsonContentType = 'content-type: application/json';
const utf8 = (text: string): Buffer => Buffer.from(text);

/** Wrong encodings that a careless server might accept. */
export const nearMissEncodings: readonly Encoding[] = [
  // The server accepts no `content-encoding` header at all, not even `identity`, which stands for a plain body.
  ...['gzip', 'br', 'deflate', 'identity', 'x'].map((coding) => ({
    description: `content-encoding ${coding} with a plain body`,
    headerLines: [jsonContentType, `content-encoding: ${coding}`],
    encode: utf8,
  })),
  ...[
    '"\xff\xfe\x80":"\xc0\xaf\xed\xa0\x80"',
    '"extra":"Citro\xebn"',
    '"extra":"half a character \xe2\x98"',
  ].map((latin1) => ({
    description: `bytes that are not UTF-8: ${Buffer.from(latin1, 'latin1').toString('hex')}`,
    headerLines: [jsonContentType],
    encode: (text: string) =>
      Buffer.concat([Buffer.from(`{${latin1},`, 'latin1'), utf8(text.slice(1))]),
  })),
];

/** Encodings that no server should accept as JSON. */
export const wrongEncodings: readonly Encoding[] = [
  { description: 'gzip', headerLines: [jsonContentType], encode: (text) => gzipSync(text) },
  {
    description: 'gzip, with its header',
    headerLines: [jsonContentType, 'content-encoding: gzip'],
    encode: (text) => gzipSync(text),
  },
  {
    description: 'UTF-16',
    headerLines: [jsonContentType],
    encode: (text) => Buffer.from(text, 'utf16le'),
  },
  {
    description: 'UTF-16, with its header',
    headerLines: ['content-type: application/json; charset=utf-16'],
    encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  },
  {
    description: 'Latin-1, with its header',
    headerLines: ['content-type: application/json; charset=latin1'],
    encode: (text) => Buffer.from(text, 'latin1'),
  },
  { description: 'no bytes', headerLines: [jsonContentType], encode: () => Buffer.alloc(0) },
  {
    description: 'without its last byte',
    headerLines: [jsonContentType],
    encode: (text) => utf8(text.slice(0, -1)),
  },
  {
    description: 'with a trailing NUL',
    headerLines: [jsonContentType],
    encode: (text) => utf8(`${text}\u0000`),
  },
  {
    description: '1 MB of spaces',
    headerLines: [jsonContentType],
    encode: (text) => utf8(text + ' '.repeat(1_048_576)),
  },
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-seq',
    'application/octet-stream',
    'json',
    '/',
    '*/*',
    `application/${'x'.repeat(4_000)}`,
    'application/json, text/plain',
  ].map((type) => ({
    description: `content type ${type.slice(0, 40)}`,
    headerLines: [`content-type: ${type}`],
    encode: utf8,
  })),
  { description: 'no content type', headerLines: [], encode: utf8 },
];
