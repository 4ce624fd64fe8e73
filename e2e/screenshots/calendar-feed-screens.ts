import type { CalendarFeed, NewCalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import type { Page } from '@playwright/test';
import { loadingAndFailed, withOverlay, type Screen } from './screen.ts';

const feed: CalendarFeed = { id: 1, mechanicId: null, createdAt: '2026-03-03T17:00:00.000Z' };

/** Responds to the requests about feeds, so that every screenshot shows the same link, and never a real one. */
function respondWithFeeds(feeds: readonly CalendarFeed[]): (page: Page) => Promise<void> {
  return async (page) => {
    const user = await page.request.get('/api/auth/user');
    const { id } = (await user.json()) as { readonly id: string };
    const toOwnFeed = (each: CalendarFeed): CalendarFeed => ({ ...each, mechanicId: id });
    const created: NewCalendarFeed = {
      ...toOwnFeed(feed),
      url: 'https://cars.example/calendar/0Vn3yCzq1mDkX9tLrAe5wUgPbS7hJfTiQo2R4K6M8Nc.ics',
    };
    await page.route('**/api/calendar-feeds', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: created })
        : route.fulfill({ json: feeds.map(toOwnFeed) }),
    );
  };
}

/** The calendar feed of a mechanic in the settings. */
export const calendarFeedScreens: readonly Screen[] = [
  ...loadingAndFailed('settings-calendar-feed', '/settings'),
  {
    ...withOverlay('settings-calendar-feed-link', '/settings', /^Create link/),
    arrange: respondWithFeeds([]),
  },
  {
    ...withOverlay('settings-calendar-feed-replace', '/settings', /^Replace link/),
    arrange: respondWithFeeds([feed]),
  },
  {
    ...withOverlay('settings-calendar-feed-turn-off', '/settings', /^Turn off/),
    arrange: respondWithFeeds([feed]),
  },
];
