import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, getErrorMessageWithStatus, getErrorMessage } from './api-error.ts';
import { request, requestPage, nextCursorIn } from './request.ts';

interface SentRequest {
  readonly path: string;
  readonly options: RequestInit;
}

let sentRequests: SentRequest[];
let respond: () => Response;

beforeEach(() => {
  sentRequests = [];
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    sentRequests.push({ path, options });
    return respond();
  });
});

function respondWithJson(value: unknown, headers: Record<string, string> = {}) {
  respond = () => Response.json(value, { headers });
}

async function getRejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('The request was expected to fail.'),
    (error: unknown) => error,
  );
}

describe('a request', () => {
  it('fills in the path and leaves out filters that are undefined @interface.requests', async () => {
    respondWithJson({});
    await request('getAppointment', { params: { id: 42 } });
    await request('listAppointments', { query: { status: 'pending', date: undefined, limit: 20 } });
    await request('listServices');
    expect(sentRequests.map(({ path, options }) => `${options.method} ${path}`)).toEqual([
      'GET /api/appointments/42',
      'GET /api/appointments?status=pending&limit=20',
      'GET /api/services',
    ]);
  });

  it('sends the cookie, the body as JSON, and the given headers @interface.requests', async () => {
    respondWithJson({ id: 7 });
    const body = {
      vehicleId: 1,
      serviceId: 2,
      date: '2025-06-02',
      startTime: '10:00',
      location: '{}',
    };
    const reply = await request('bookAppointment', { body, headers: { 'idempotency-key': 'k' } });
    expect(reply.id).toBe(7);
    expect(sentRequests[0]?.options).toMatchObject({
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify(body),
    });
  });

  it('sends no content type without a body', async () => {
    respondWithJson([]);
    await request('listServices');
    expect(sentRequests[0]?.options.headers).toEqual({
      accept: 'application/json, application/problem+json',
    });
  });

  it('resolves with null when the response has no body', async () => {
    respond = () => new Response(null, { status: 204 });
    await expect(request('signOut')).resolves.toBeNull();
  });

  it('throws a refusal with its status and its message @interface.errors', async () => {
    respond = () => new Response('That time slot was just taken.\n', { status: 409 });
    const error = await getRejection(request('listServices'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      message: '409: That time slot was just taken.',
      serverMessage: 'That time slot was just taken.',
    });
  });

  it("reads the message, the code and the form's fields from problem details", async () => {
    const problem = {
      type: 'about:blank',
      title: 'That password is incorrect.',
      status: 400,
      code: 'invalid_request',
      fields: { password: 'That password is incorrect.' },
    };
    respond = () =>
      new Response(JSON.stringify(problem), {
        status: 400,
        headers: { 'content-type': 'application/problem+json' },
      });
    expect(await getRejection(request('signOut'))).toMatchObject({
      message: '400: That password is incorrect.',
      serverMessage: 'That password is incorrect.',
      code: 'invalid_request',
      fields: problem.fields,
    });
  });

  it('throws status and status text when the body is empty @interface.errors', async () => {
    respond = () => new Response('', { status: 503, statusText: 'Service Unavailable' });
    await expect(request('listServices')).rejects.toThrow('503: Service Unavailable');
  });

  it('reads the next page from the Link header', async () => {
    respondWithJson([], { link: '</api/payments?limit=20&cursor=abc_1>; rel="next"' });
    await expect(requestPage('listPayments')).resolves.toEqual({ items: [], next: 'abc_1' });
    respondWithJson([]);
    await expect(requestPage('listPayments')).resolves.toEqual({ items: [], next: null });
  });
});

describe('the next cursor', () => {
  it('is found among other links, and only in the link to the next page', () => {
    const header = '</a?cursor=first>; rel="first", </a?cursor=second>; rel="next"';
    expect(nextCursorIn(header)).toBe('second');
    expect(nextCursorIn('</a?cursor=first>; rel="prev"')).toBeNull();
    expect(nextCursorIn(null)).toBeNull();
  });
});

describe('an error message', () => {
  it("is the server's message, the message for an unreachable server, or the fallback", () => {
    expect(getErrorMessageWithStatus(new ApiError(409, 'Taken.'))).toBe('409: Taken.');
    expect(getErrorMessage(new ApiError(409, 'Taken.'))).toBe('Taken.');
    expect(getErrorMessageWithStatus(new TypeError('Failed to fetch'))).toMatch(
      /couldn't reach the server/,
    );
    expect(getErrorMessageWithStatus(new Error('x is undefined'))).toBe(
      'An unknown error occurred',
    );
    expect(getErrorMessageWithStatus(null, 'There was an error booking your appointment')).toBe(
      'There was an error booking your appointment',
    );
  });
});
