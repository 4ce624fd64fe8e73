import type { FastifyLoggerOptions } from 'fastify';

/** Where log lines go, if not to standard output. */
export interface LogSink {
  write(line: string): void;
}

/**
 * Returns the logging options: JSON lines by pino, without personal data or secrets (ASVS 5.0
 * 16.2.5). Our code logs error codes and source locations, never values. As a second safeguard, every line
 * is redacted: anything that looks like an e-mail address, a phone number, an IP address or a token is replaced.
 */
export function logOptions(level: string, sink?: LogSink): FastifyLoggerOptions | false {
  if (level === 'silent') return false;
  const options = {
    level,
    // Only a request's method and path: a query may contain what a person searched for.
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
    hooks: { streamWrite: redact },
  };
  return sink ? { ...options, stream: sink } : options;
}

/** Returns a log line with what looks personal or secret redacted. */
export function redact(line: string): string {
  return patterns.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), line);
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/[^\s"'<>()[\]{}:;,\\/]+@[^\s"'<>()[\]{}:;,\\/]+\.\w+/g, '[e-mail]'],
  [/\+\d[\d ().-]{5,}\d/g, '[phone]'],
  [/(?<![\d.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\d.])/g, '[phone]'],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, '[ip]'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi, '[ip]'],
  // Long, with both letters and digits: neither a word nor one of our file names. People's ids stay.
  [/(?<![\w-]|"person":")(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}(?![\w-])/g, '[secret]'],
];
