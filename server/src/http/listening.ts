import type { FastifyInstance } from 'fastify';

/** The server can't listen at the configured address; the message names the setting to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** The host and port to listen on. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Starts listening and returns the URL. Throws a ListenError if changing HOST or PORT can fix the error. */
export async function listen(app: FastifyInstance, address: ListenAddress): Promise<string> {
  try {
    return await app.listen({ host: address.host, port: address.port });
  } catch (error) {
    const problem = findListenProblem(error, address);
    throw problem === null ? error : new ListenError(problem, { cause: error });
  }
}

/** Explains a system error in terms of HOST and PORT; returns null if they aren't the cause. */
export function findListenProblem(error: unknown, { host, port }: ListenAddress): string | null {
  const code: unknown = Reflect.get(Object(error), 'code');
  if (Reflect.get(Object(error), 'syscall') === 'getaddrinfo') {
    return `HOST must be an address of this machine, such as 127.0.0.1, but no host is named ${host}.`;
  }
  if (code === 'EADDRINUSE') {
    return `Another program is already listening on port ${port}; set PORT to a free one.`;
  }
  if (code === 'EACCES' && port < 1024) {
    return `Port ${port} requires more privileges; set PORT to a number above 1023.`;
  }
  if (['EACCES', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(String(code))) {
    return `HOST must be an address of this machine, such as 127.0.0.1, but ${host} is not.`;
  }
  return null;
}
