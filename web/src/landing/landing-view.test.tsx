import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import type { Business } from '@curbwrench/contract/business/schemas';
import type { LandingPage } from '@curbwrench/contract/site/schemas';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { makeQueryClient } from '../api/query-client.ts';
import { businessQuery, unknownBusiness } from '../business/queries.ts';
import { LandingView } from './landing-view.tsx';

const demo: Business = {
  ...unknownBusiness,
  now: '2026-03-03T17:00:00Z',
  name: 'Curbwrench',
  demo: true,
  bookingRules: { ...defaultBookingRules, businessHours: [...defaultBookingRules.businessHours] },
};

const site: LandingPage = {
  services: [{ id: 3, name: 'Oil Change', price: '89.00', duration: 45 }],
  serviceCount: 12,
  plans: [],
  planCount: 0,
  areas: [{ id: 1, name: 'Center', days: ['mon', 'tue'], lowestFee: '0.00', highestFee: '15.00' }],
  areaCount: 1,
  reviews: [
    {
      id: 1,
      rating: 4,
      text: 'Quick & <b>tidy</b>.',
      firstName: 'Casey',
      services: ['Oil Change'],
      month: '2026-03',
      reply: 'Thank you!',
    },
  ],
  reviewSummary: { count: 128, hidden: 2, average: 4.66 },
  questions: '# How much?\nFrom <b>$45</b>.',
};

function render(business: Business | undefined, shownSite?: LandingPage): string {
  const client = makeQueryClient();
  client.setQueryData(businessQuery.queryKey, business);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LandingView business={business} site={shownSite} onOpenDemo={() => undefined} />
    </QueryClientProvider>,
  );
}

describe('the landing page', () => {
  const page = render(demo, site);

  it('has the tagline and a sign-in link @screens.landing', () => {
    expect(page).toContain('Professional mobile mechanic services - we come to you!');
    expect(page).toMatch(/<a href="\/api\/login"[^>]*>Log in<\/a>/);
  });

  it("shows the business's own wording instead, escaped @business.landing-wording", () => {
    const ownPage = render({ ...demo, landingHeadline: 'Brakes & <b>oil</b>', landingIntro: 'Hi' });
    expect(ownPage).toContain('Brakes &amp; &lt;b&gt;oil&lt;/b&gt;</h1>');
    expect(ownPage).not.toContain('Professional mobile mechanic services');
  });

  it('has the four demo buttons in order @screens.landing', () => {
    const labels = [...page.matchAll(/<button[^>]* title="[^"]*"[^>]*>([^<]+)</g)].map(
      ([, label]) => label,
    );
    expect(labels).toEqual(['Customer', 'Mechanic', 'Advisor', 'Admin']);
  });

  it('has the legend and the feature notes @screens.landing', () => {
    const labels = [
      'Issues',
      'In Progress',
      'Complete',
      'GPS Tracking',
      'Real-time Updates',
      'Secure Payments',
    ];
    for (const label of labels) expect(page).toMatch(new RegExp(`>${label}<`));
  });

  it('shows a spinner until the business has loaded @screens.landing', () => {
    const loadingPage = render(undefined);
    expect(loadingPage).toMatch(/role="status"[^]*animate-spin[^]*Loading/);
    expect(loadingPage).not.toContain('>Customer<');
    expect(page).not.toContain('animate-spin');
  });

  it('offers no demo for a real business @screens.landing', () => {
    expect(render({ ...demo, demo: false }, site)).not.toContain('Try the demo');
  });

  it('shows services with prices, areas, hours and questions, and links to all of them @site.landing', () => {
    expect(page).toMatch(/href="\/book-service\?service=3"[^]*Oil Change[^]*45 min[^]*\$89\.00/);
    expect(page).toContain('See all 12 services');
    expect(page).toMatch(/Center[^]*Trip fee \$0\.00 to \$15\.00/);
    expect(page).toMatch(/Monday through Friday[^]*8:00 AM to 6:00 PM/);
    expect(page).toMatch(/How much\?[^]*From &lt;b&gt;\$45&lt;\/b&gt;\./);
    for (const path of [
      '/services',
      '/subscription-plans',
      '/service-area-map',
      '/privacy',
      '/terms',
    ])
      expect(page).toContain(`href="${path}"`);
  });

  it('leaves out what the business does not have @site.landing', () => {
    const empty = { ...site, services: [], areas: [], questions: '' };
    const emptyPage = render(demo, empty);
    for (const heading of [
      'Services and prices</h2>',
      'Maintenance plans</h2>',
      'Areas we serve',
      'Questions</h2>',
    ])
      expect(emptyPage).not.toContain(heading);
  });

  it('shows the latest reviews, the average rating and how many reviews are hidden, and links to all reviews @site.reviews', () => {
    expect(page).toContain('4.7 out of 5 from 128 reviews');
    expect(page).toContain('2 reviews are hidden');
    expect(page).toMatch(
      /Casey[^]*March 2026[^]*Quick &amp; &lt;b&gt;tidy&lt;\/b&gt;\.[^]*Thank you!/,
    );
    expect(page).toMatch(/<a href="\/reviews"[^>]*>See all 128 reviews<\/a>/);
    const reviewSummary = { count: 0, hidden: 0, average: null };
    const unreviewedPage = render(demo, { ...site, reviews: [], reviewSummary });
    expect(unreviewedPage).not.toContain('What our customers say');
  });

  it('labels the picture of tracking as an example @site.landing', () => {
    expect(page).toMatch(/Track Mechanic[^]*>Example<[^]*Names and times are made up/);
  });
});
