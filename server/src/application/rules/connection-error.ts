/** Errors of a connection that was never made, so that the server can't have read the request. */
const connectionErrors = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Returns whether a request is known to have failed before the connection was made. If so, the server can't have acted
 * on it.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'TimeoutError') return false;
  const { cause } = error;
  if (!(cause instanceof Error)) return false;
  // Node.js makes one attempt for each address of the host.
  const attempts: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return attempts.length > 0 && attempts.every(isUnconnected);
}

function isUnconnected(error: unknown): boolean {
  const code: unknown = Reflect.get(Object(error), 'code');
  if (typeof code !== 'string') return false;
  // A certificate is checked before the request is sent.
  const isCertificateError = /CERT|UNABLE_TO_/.test(code);
  const isConnectTimeout =
    code === 'ETIMEDOUT' && Reflect.get(Object(error), 'syscall') === 'connect';
  return connectionErrors.has(code) || isCertificateError || isConnectTimeout;
}
