import { HttpConnection, serializeRequest, type HttpRequest } from './http-connection.ts';

/** Opens a session for the demo's advisor and returns the cookie to send. */
export async function signInAsAdvisor(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/demo/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'advisor' }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (!response.ok || cookies.length === 0) throw new Error('The demo account could not sign in.');
  return cookies.join('; ');
}

/** Sends one request outside any measurement and returns its parsed body. */
export async function sendOnce<T>(port: number, request: HttpRequest): Promise<T> {
  const connection = await HttpConnection.open(port);
  try {
    const { status, body } = await connection.send(serializeRequest(request));
    if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${body}`);
    return JSON.parse(body) as T;
  } finally {
    connection.close();
  }
}
