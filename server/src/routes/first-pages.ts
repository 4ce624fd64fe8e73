import {
  firstDataId,
  firstDataMark,
  upcomingMarks,
  type FirstData,
  type FirstPage,
  type FirstRead,
} from '@curbwrench/contract/first-data';
import type { Appointment } from '@curbwrench/contract/appointments';
import { displayDate, timeOfMinutes, twelveHour } from '@curbwrench/contract/calendar';
import { firstReads } from '@curbwrench/contract/first-reads';
import {
  upcomingAppointment,
  type BusinessMoment,
} from '@curbwrench/contract/upcoming-appointment';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { momentOf } from '../commands/transaction.ts';
import { presentBusiness } from './business.ts';
import type { RouteContext } from './route-context.ts';
import { readSessionUser } from './users.ts';
import { setCookies } from './visitor.ts';

/** A page with its first data. */
interface PageToSend {
  readonly html: string;
  /** Whether it says something of the person who opens it. */
  readonly isPersonal: boolean;
}

/** The page for this request with its first data; null where it goes without. */
type PageWithData = (request: FastifyRequest, reply: FastifyReply) => Promise<PageToSend | null>;

/**
 * Answers what sends the page with its first data (decision 22): in one of its ways for somebody
 * signed in. Only a browser that opens the page gets data with it: whoever fetches it in order to
 * keep it, as the worker does for times without a network, gets the page that is everybody's. Without
 * a database it goes without data too; the page's own calls say what is wrong then.
 *
 * @param page everybody's
 * @param pages for those signed in
 */
export function sendFirstData(
  context: RouteContext,
  page: string,
  pages: readonly FirstPage[],
): PageWithData {
  return async function pageWithData(request, reply) {
    if (request.method !== 'GET' || request.headers['sec-fetch-mode'] !== 'navigate') return null;
    try {
      const data = await readFirstData(context, request, reply);
      const { session } = data;
      const first = session ? pageFor(pages, request.url, session.role) : null;
      const html = first ? htmlOf(first, data, nowAt(context)) : page;
      return { html: withData(html, data), isPersonal: session !== null };
    } catch (error) {
      request.log.warn(
        { code: Reflect.get(Object(error), 'code') },
        'A page went out without its first data.',
      );
      return null;
    }
  };
}

async function readFirstData(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FirstData> {
  const lastEvent = context.feed.latest();
  const reading = await context.identity.readerOf(request.headers);
  if (reading?.setCookies.length) setCookies(reply, reading.setCookies);
  const user = reading && (await readSessionUser(context, reading.reader.id));
  const session = user?.ok ? user.value : null;
  const addresses = session
    ? firstReads(request.url, session.role, momentOf(context).local.date)
    : [];
  const answers = await Promise.all(addresses.map((address) => readFor(request, address)));
  const reads = answers.filter((answer) => answer !== null);
  return { session, business: presentBusiness(context), lastEvent, reads };
}

/**
 * What a reading call answers to whoever asks for the page, through all that guards it; null where it
 * refuses, which the page's own call is then told.
 */
async function readFor(request: FastifyRequest, address: string): Promise<FirstRead | null> {
  const { host, cookie } = request.headers;
  const answer = await request.server.inject({
    method: 'GET',
    url: address,
    headers: { host, cookie },
    remoteAddress: request.ip,
  });
  if (answer.statusCode !== 200) return null;
  const { link } = answer.headers;
  return { address, reply: answer.json(), link: typeof link === 'string' ? link : null };
}

function pageFor(pages: readonly FirstPage[], url: string, role: string): FirstPage | null {
  const path = pathOf(url);
  return (
    pages.find((one) => one.path === path && (one.role === null || one.role === role)) ??
    pages.find((one) => one.path === null) ??
    null
  );
}

function nowAt(context: RouteContext): BusinessMoment {
  const { date, minutes } = momentOf(context).local;
  return { date, time: timeOfMinutes(minutes) };
}

/** The page before any script has come: it says when the next appointment is, if it is about that. */
function htmlOf({ html, upcoming }: FirstPage, { reads }: FirstData, now: BusinessMoment): string {
  const [read] = reads;
  if (upcoming === null || !read) return html;
  const next = upcomingAppointment(read.reply as readonly Appointment[], now);
  if (!next) return html;
  // Dates and times in digits and our own words: nothing in them could be markup.
  return upcoming
    .replace(upcomingMarks.start, twelveHour(next.startTime))
    .replace(upcomingMarks.end, twelveHour(next.endTime))
    .replace(upcomingMarks.date, displayDate(next.date));
}

function pathOf(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}

function withData(html: string, data: FirstData): string {
  // Nothing in it may end the element that it stands in.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // Replaced by a function: a text would have its dollar signs read.
  return html.replace(
    firstDataMark,
    () => `<script type="application/json" id="${firstDataId}">${json}</script>`,
  );
}
