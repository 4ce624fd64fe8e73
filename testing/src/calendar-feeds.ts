import type { NewCalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import type { Person } from './builders.ts';
import { readCalendar, type ParsedEvent } from './read-calendar.ts';
import { send, type TestResponse } from './requests.ts';

type App = Parameters<typeof send>[0];

/** Creates or renews a person's feed, by default of their own jobs, and returns it with its URL. */
export async function createFeed(
  app: App,
  person: Pick<Person, 'id' | 'headers'>,
  mechanicId: string | null = person.id,
): Promise<NewCalendarFeed> {
  const response = await send(app, person, 'POST', '/api/calendar-feeds', { mechanicId });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<NewCalendarFeed>();
}

/** Requests a feed's URL the way a calendar app does: without a session. */
export function openFeed(app: App, url: string): Promise<TestResponse> {
  return send(app, null, 'GET', new URL(url).pathname);
}

/** Returns the events in the feed at a URL. */
export async function readFeed(app: App, url: string): Promise<readonly ParsedEvent[]> {
  const response = await openFeed(app, url);
  if (response.statusCode !== 200) throw new Error(response.body);
  return readCalendar(response.body).events;
}
