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
