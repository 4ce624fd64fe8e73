import type { FastifyLoggerOptions } from 'fastify';

/** Where log lines go, when not to standard output. */
export interface LogSink {
  write(line: string): void;
}

/**
 * How this server logs: JSON lines by pino, with nothing in them that says who somebody is or lets
 * anybody in (ASVS 5.0 16.2.5). Code logs codes and places, never values; this is the second wall
 * behind that, at the one place every line passes: whatever looks like an e-mail address, a phone
 * number, a network address or a token is struck out.
 */
export function logOptions(level: string, sink?: LogSink): FastifyLoggerOptions | false {
  if (level === 'silent') return false;
  const options = {
    level,
    // Of a request its method and path: a query may hold what somebody searched for.
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
    hooks: { streamWrite: strikeOut },
  };
  return sink ? { ...options, stream: sink } : options;
}

/** A log line without what looks personal or secret. */
export function strikeOut(line: string): string {
  return patterns.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), line);
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/[^\s"'<>()[\]{}:;,\\/]+@[^\s"'<>()[\]{}:;,\\/]+\.\w+/g, '[e-mail]'],
  [/\+\d[\d ().-]{5,}\d/g, '[phone]'],
  [/(?<![\d.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\d.])/g, '[phone]'],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, '[address]'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi, '[address]'],
  // Long and with both letters and digits: no word, no file name of ours. But ids of people stand.
  [/(?<![\w-]|"person":")(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}(?![\w-])/g, '[secret]'],
];
