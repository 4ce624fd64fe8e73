import type { FastifyLoggerOptions } from 'fastify';

/** Receives the log lines instead of standard output. */
export interface LogSink {
  write(line: string): void;
}

/**
 * Returns the logging options: JSON lines written by pino, without personal data or secrets (ASVS 5.0
 * 16.2.5). Our code logs error codes and source locations, never values. As a second safeguard, every line is
 * redacted: anything that looks like an email address, a phone number, an IP address or a token is replaced.
 */
export function logOptions(level: string, sink?: LogSink): FastifyLoggerOptions | false {
  if (level === 'silent') return false;
  const options = {
    level,
    // Logs only a request's method and path: the query may contain what a person searched for.
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

/** Returns a log line in which anything that looks personal or secret is redacted. */
export function redact(line: string): string {
  return patterns.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), line);
}

const patterns: readonly (readonly [RegExp, string])[] = [
  // The URL of a calendar feed, which is secret even if the request was malformed.
  [/(?<=\/calendar\/)[^\s"']+/gi, '[secret]'],
  [/[^\s"'<>()[\]{}:;,\\/]+@[^\s"'<>()[\]{}:;,\\/]+\.\w+/g, '[email]'],
  [/\+\d[\d ().-]{5,}\d/g, '[phone]'],
  [/(?<![\d.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\d.])/g, '[phone]'],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, '[ip]'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi, '[ip]'],
  // Long words with both letters and digits. Our file names contain no such words, and people's ids are not redacted.
  [/(?<![\w-]|"person":")(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}(?![\w-])/g, '[secret]'],
];
