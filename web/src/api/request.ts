import { endpoints, buildPath, type EndpointName } from '@curbwrench/contract/api/endpoints';
import type { EndpointInput, EndpointReply } from '@curbwrench/contract/api/endpoint-schemas';
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

type ParamsOf<Name extends EndpointName> =
  EndpointInput<Name, 'params'> extends object
    ? { params: PathParams<EndpointInput<Name, 'params'>> }
    : { params?: never };
type QueryOf<Name extends EndpointName> =
  EndpointInput<Name, 'query'> extends object
    ? Partial<EndpointInput<Name, 'query'>> extends EndpointInput<Name, 'query'>
      ? { query?: QueryFilters<EndpointInput<Name, 'query'>> }
      : { query: QueryFilters<EndpointInput<Name, 'query'>> }
    : { query?: never };
type BodyOf<Name extends EndpointName> =
  EndpointInput<Name, 'body'> extends object
    ? { body: EndpointInput<Name, 'body'> }
    : { body?: never };

interface RequestExtras {
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** All options of a request; those that the endpoint needs are required. */
export type RequestOptions<Name extends EndpointName> = ParamsOf<Name> &
  QueryOf<Name> &
  BodyOf<Name> &
  RequestExtras;

/** Makes the options optional if none of them is required. */
type OptionsArgument<Name extends EndpointName> =
  Record<never, never> extends RequestOptions<Name>
    ? [options?: RequestOptions<Name>]
    : [options: RequestOptions<Name>];

/** The options of any request, with loose types for the functions below. */
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
 * Sends a request to one of the contract's endpoints with the session's cookie and resolves with its parsed reply (null
 * if the response has no body).
 *
 * @throws {ApiError} for any response that is not a success
 * @throws {TypeError} when there was no response
 */
export async function request<Name extends EndpointName>(
  name: Name,
  ...[options]: OptionsArgument<Name>
): Promise<EndpointReply<Name>> {
  const response = await send(name, options);
  return readReply<Name>(response);
}

/** Like `request`, for a list that is returned in pages: also reads the next cursor from the `Link` header. */
export async function requestPage<Name extends EndpointName>(
  name: Name,
  ...[options]: OptionsArgument<Name>
): Promise<Page<EndpointReply<Name>>> {
  const response = await send(name, options);
  return {
    items: await readReply<Name>(response),
    next: nextCursorIn(response.headers.get('link')),
  };
}

/** Like `request`, for an endpoint whose body is a CSV file. */
export async function requestWithFile<Name extends EndpointName>(
  name: Name,
  file: Blob,
): Promise<EndpointReply<Name>> {
  return readReply<Name>(await send(name, { file }));
}

/** Like `request`, for an endpoint that replies with a file to download. */
export async function requestFile<Name extends EndpointName>(
  name: Name,
  ...[options]: OptionsArgument<Name>
): Promise<Blob> {
  return (await send(name, options)).blob();
}

async function send(name: EndpointName, options: AnyOptions = {}): Promise<Response> {
  const { method } = endpoints[name];
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

function urlFor(name: EndpointName, { params, query }: AnyOptions = {}): string {
  return buildPath(endpoints[name].path, { ...params }) + queryString(query);
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

async function readReply<Name extends EndpointName>(
  response: Response,
): Promise<EndpointReply<Name>> {
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as EndpointReply<Name>;
}

/** Returns the `cursor` in a header such as `</api/appointments?cursor=abc>; rel="next"`, else null. */
export function nextCursorIn(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined) return null;
  return new URL(target, 'http://self.invalid').searchParams.get('cursor');
}
