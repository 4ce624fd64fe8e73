import { refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { OpenedSession, ClientInfo } from '../../application/identity-port.ts';
import { addressHeader, signInNotAllowed } from './better-auth.ts';

/** How many characters of the user agent are stored. */
const maxUserAgentLength = 300;

/**
 * Returns the headers to pass to the library: the request's cookies, its user agent, and the client address
 * that the server trusts. No other headers are passed.
 */
export function createLibraryHeaders(
  client: ClientInfo,
  omittedCookies: readonly string[] = [],
): Headers {
  const headers = new Headers({ [addressHeader]: client.ip });
  const agent = client.headers['user-agent'];
  if (typeof agent === 'string') headers.set('user-agent', agent.slice(0, maxUserAgentLength));
  const cookies = joinCookieHeader(client.headers['cookie'])
    .split(';')
    .filter((part) => !omittedCookies.includes(part.slice(0, part.indexOf('=')).trim()));
  headers.set('cookie', cookies.join(';'));
  return headers;
}

/** Returns the cookie header as one string. */
export function joinCookieHeader(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join('; ') : (value ?? '');
}

/** Returns the body of the library's response, or the refusal that matches its error. Throws on an unknown error. */
export async function readLibraryBody(
  response: Response,
): Promise<Result<Record<string, unknown>>> {
  const body: unknown = await response.json().catch(() => null);
  const fields = Object(body) as Record<string, unknown>;
  if (response.ok) return { ok: true, value: fields };
  // Another request used the same backup code at the same time.
  if (response.status === 409) return wrongCode;
  const refusal = refusalsByCode[String(fields['code'])];
  if (refusal) return refusal;
  throw new Error(`The auth library responded with ${response.status} ${String(fields['code'])}.`);
}

/** Returns the session that the library opened, read from its response, or the refusal that matches its error. */
export async function readOpenedSession(response: Response): Promise<Result<OpenedSession>> {
  const body = await readLibraryBody(response);
  if (!body.ok) return body;
  const { token, user } = body.value;
  const userId: unknown = Reflect.get(Object(user), 'id');
  if (typeof token !== 'string' || typeof userId !== 'string') {
    throw new Error('The auth library opened no session.');
  }
  return { ok: true, value: { userId, token, cookies: response.headers.getSetCookie() } };
}

/** The refusal of a sign-in. It does not reveal whether the address is unknown or the password is wrong. */
export const wrongCredentials = refused(
  'wrong_credentials',
  'The email address or password is incorrect.',
);
const wrongCode = refused('wrong_credentials', 'That code is incorrect.');
/** The refusal if the person must start over by entering their password again. */
export const passwordRequired = refused('wrong_credentials', 'Please enter your password again.');

/** Our refusals by error code. The library's own messages are for programmers, and may reveal too much. */
const refusalsByCode: Readonly<Record<string, Refused>> = {
  INVALID_EMAIL: wrongCredentials,
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_PASSWORD: refusedField('password', 'That password is incorrect.'),
  CREDENTIAL_ACCOUNT_NOT_FOUND: refusedField('password', "You don't have a password yet."),
  EMAIL_NOT_VERIFIED: refused(
    'email_not_verified',
    'Please confirm your email address first: open the link in the email we sent you.',
  ),
  USER_NOT_FOUND: refused('not_found', 'Person not found.'),
  [signInNotAllowed]: refused('not_allowed', "This account can't log in. Please contact us."),
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: passwordRequired,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: passwordRequired,
  TOTP_NOT_ENABLED: refused('wrong_status', 'Two-factor authentication is not set up.'),
  BACKUP_CODES_NOT_ENABLED: refused('wrong_status', 'Two-factor authentication is not set up.'),
};

function refusedField(field: string, message: string): Refused {
  return refused('invalid_request', message, { [field]: message });
}
