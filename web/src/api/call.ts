import { calls, buildPath, type CallName } from '@curbwrench/contract/api/calls';
import type { CallInput, CallReply } from '@curbwrench/contract/api/call-schemas';
import type { Problem } from '@curbwrench/contract/api/errors';
import { lastEventHeader } from '@curbwrench/contract/events/last-event';
import { ApiError } from './api-error.ts';
import { eventCursor } from './event-cursor.ts';

/** Also allows a number, unless the value is a union of string literals. */
type StringOrNumber<Value> = Value extends string
  ? string extends Value
    ? string | number
    : Value
  : Value;
type PathParams<Part> = { [Key in keyof Part]: StringOrNumber<Part[Key]> };
type QueryFilters<Part> = { [Key in keyof Part]: StringOrNumber<Part[Key]> | undefined };

type ParamsOf<Name extends CallName> =
  CallInput<Name, 'params'> extends object
    ? { params: PathParams<CallInput<Name, 'params'>> }
    : { params?: never };
type QueryOf<Name extends CallName> =
  CallInput<Name, 'query'> extends object
    ? Partial<CallInput<Name, 'query'>> extends CallInput<Name, 'query'>
      ? { query?: QueryFilters<CallInput<Name, 'query'>> }
      : { query: QueryFilters<CallInput<Name, 'query'>> }
    : { query?: never };
type BodyOf<Name extends CallName> =
  CallInput<Name, 'body'> extends object ? { body: CallInput<Name, 'body'> } : { body?: never };

interface RequestExtras {
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** All options of a call; those that the call needs are required. */
export type CallOptions<Name extends CallName> = ParamsOf<Name> &
  QueryOf<Name> &
  BodyOf<Name> &
  RequestExtras;

/** Makes the options optional if none of them is required. */
type OptionsArgument<Name extends CallName> =
  Record<never, never> extends CallOptions<Name>
    ? [options?: CallOptions<Name>]
    : [options: CallOptions<Name>];

/** The options of any call, with loose types for the functions below. */
interface AnyOptions extends RequestExtras {
  params?: object | undefined;
  query?: object | undefined;
  body?: object | undefined;
  file?: Blob | undefined;
}

/** One page of a list, and the cursor of the next page, or null if this is the last page. */
export interface Page<Items> {
  readonly items: Items;
  readonly next: string | null;
}

/**
 * Makes one of the contract's calls with the session's cookie and resolves with its parsed reply (null if
 * the response has no body).
 *
 * @throws {ApiError} for any response that is not a success
 * @throws {TypeError} when there was no response
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[options]: OptionsArgument<Name>
): Promise<CallReply<Name>> {
  const response = await send(name, options);
  return readReply<Name>(response);
}

/** Like `call`, for a list that is returned in pages: also reads the next cursor from the `Link` header. */
export async function callPage<Name extends CallName>(
  name: Name,
  ...[options]: OptionsArgument<Name>
): Promise<Page<CallReply<Name>>> {
  const response = await send(name, options);
  return {
    items: await readReply<Name>(response),
    next: nextCursorIn(response.headers.get('link')),
  };
}

/** Like `call`, for a call whose body is a CSV file. */
export async function callWithFile<Name extends CallName>(
  name: Name,
  file: Blob,
): Promise<CallReply<Name>> {
  return readReply<Name>(await send(name, { file }));
}

/** Like `call`, for a call that replies with a file to download. */
export async function callForFile<Name extends CallName>(
  name: Name,
  ...[options]: OptionsArgument<Name>
): Promise<Blob> {
  return (await send(name, options)).blob();
}

async function send(name: CallName, options: AnyOptions = {}): Promise<Response> {
  const { method } = calls[name];
  const { body, file, headers, signal } = options;
  const recordResponse = eventCursor.trackRequest();
  const response = await fetch(urlFor(name, options), {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json, application/problem+json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': 'text/csv' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: file }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw await readError(response);
  if (method === 'GET') recordResponse(response.headers.get(lastEventHeader));
  return response;
}

function urlFor(name: CallName, { params, query }: AnyOptions = {}): string {
  return buildPath(calls[name].path, { ...params }) + queryString(query);
}

/** Returns a query string such as '?status=pending&limit=20' from the defined filters; '' if there are none. */
function queryString(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

async function readError(response: Response): Promise<ApiError> {
  const body = (await response.text()).trim();
  const { status, headers, statusText } = response;
  if (!headers.get('content-type')?.startsWith('application/problem+json')) {
    return new ApiError(status, body || statusText);
  }
  // Problem details (RFC 9457): `title` is the message to show; `code` and `fields` may be missing.
  const problem = JSON.parse(body) as Problem;
  return new ApiError(status, problem.title, problem);
}

async function readReply<Name extends CallName>(response: Response): Promise<CallReply<Name>> {
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as CallReply<Name>;
}

/** Returns the `cursor` in a header such as `</api/appointments?cursor=abc>; rel="next"`, else null. */
export function nextCursorIn(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined) return null;
  return new URL(target, 'http://self.invalid').searchParams.get('cursor');
}
