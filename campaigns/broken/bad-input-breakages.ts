import type { Breakage } from './breakage.ts';

/** What the campaign of bad input must catch. */
export const badInputBreakages: readonly Breakage[] = [
  {
    name: 'library-words',
    what: "a refusal passes the library's own message on",
    campaigns: ['bad-input'],
    patches: [
      {
        file: 'server/dist/routes/refusals.js',
        from: "message: sentences[code] ?? 'The request could not be read.'",
        to: 'message: error.message',
      },
    ],
  },
  {
    name: 'any-text',
    what: 'text with NUL and half characters reaches the database',
    campaigns: ['bad-input'],
    patches: [
      { file: 'contract/dist/fields.js', from: '!unprintable.test(value)', to: 'unprintable' },
    ],
  },
  {
    name: 'any-prototype',
    what: "a body may name an object's prototype",
    campaigns: ['bad-input'],
    patches: [
      {
        file: 'server/dist/routes/request-body.js',
        from: "getDefaultJsonParser('error', 'error')",
        to: "getDefaultJsonParser('ignore', 'ignore')",
      },
    ],
  },
  {
    name: 'any-bytes',
    what: 'what is no UTF-8 is guessed at, and the guess is kept',
    campaigns: ['bad-input'],
    patches: [
      { file: 'server/dist/routes/request-body.js', from: 'if (!isUtf8(body))', to: 'if (false)' },
    ],
  },
  {
    name: 'any-coding',
    what: 'a body that says it is packed is read as if it were not',
    campaigns: ['bad-input'],
    patches: [
      {
        file: 'server/dist/routes/request-body.js',
        from: "request.headers['content-encoding'] === undefined",
        to: 'true',
      },
    ],
  },
  {
    name: 'any-cursor',
    what: 'what a forged cursor holds reaches the database',
    campaigns: ['bad-input'],
    patches: [
      {
        file: 'server/dist/db/pages.js',
        from: "typeof value === 'string' && isReadable(value, columns[index]?.type)",
        to: "typeof value === 'string'",
      },
    ],
  },
  {
    name: 'any-day',
    what: 'a day that is none reaches the database',
    campaigns: ['bad-input'],
    patches: [
      { file: 'contract/dist/fields.js', from: '.refine(isCalendarDate, message)', to: '' },
    ],
  },
  {
    name: 'no-means-maybe',
    what: 'a vehicle is kept although the answer is no',
    campaigns: ['bad-input'],
    patches: [
      {
        file: 'server/dist/routes/call.js',
        from: 'if (answer.value === Sent)',
        to: "if (name === 'createVehicle') return sendRefusal(request, reply, { code: 'not_allowed', message: 'You may not do that.' }); if (answer.value === Sent)",
      },
    ],
  },
  {
    name: 'bare-errors',
    what: 'a request that is none is answered in the words of the framework',
    campaigns: ['bad-input'],
    patches: [
      {
        file: 'server/dist/server-options.js',
        from: 'clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, isHttps),',
        to: '',
      },
    ],
  },
  {
    name: 'endless-patience',
    what: 'a client that never ends its request is not cut off',
    campaigns: ['bad-input'],
    patches: [
      {
        file: 'server/dist/server-options.js',
        from: 'connectionsCheckingInterval: limits.checkMs',
        to: 'connectionsCheckingInterval: 3_600_000',
      },
    ],
  },
  {
    name: 'never-forgets',
    what: 'every request leaves 64 KB behind in memory',
    campaigns: ['bad-input'],
    patches: [
      {
        file: 'server/dist/routes/call.js',
        from: 'const guarded = await guard(',
        to: '(globalThis.kept ??= []).push(Buffer.alloc(65_536, 1)); const guarded = await guard(',
      },
    ],
  },
];
