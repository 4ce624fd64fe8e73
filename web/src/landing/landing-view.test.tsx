import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LandingView } from './landing-view.tsx';

const demo = {
  name: 'Curbwrench',
  phone: null,
  demo: true,
  bookingRules: defaultBookingRules,
  logoUrl: null,
  landingHeadline: null,
  landingIntro: null,
};

describe('the landing page', () => {
  const page = renderToStaticMarkup(<LandingView business={demo} />);

  it('has the tagline and a sign-in link @screens.landing', () => {
    expect(page).toContain('Professional mobile mechanic services - we come to you!');
    expect(page).toMatch(/<a href="\/api\/login"[^>]*>Log in<\/a>/);
  });

  it('has the four demo buttons in order @screens.landing', () => {
    const labels = [...page.matchAll(/id="demo-\w+" class[^>]*>([^<]+)</g)].map(
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

  it('shows a spinner until the business is known @screens.landing', () => {
    const loadingPage = renderToStaticMarkup(<LandingView business={undefined} />);
    expect(loadingPage).toMatch(/role="status"[^]*animate-spin[^]*Loading/);
    expect(loadingPage).not.toContain('demo-customer');
    expect(page).not.toContain('animate-spin');
  });

  it('offers no demo for a real business @screens.landing', () => {
    const realPage = renderToStaticMarkup(<LandingView business={{ ...demo, demo: false }} />);
    expect(realPage).not.toContain('demo-customer');
  });
});
