import type { PageLoader } from '../api/lazy-page.ts';
import { siteTextQuery } from '../site/queries.ts';
import { SiteTextPage } from '../site/site-text-page.tsx';

export const loader: PageLoader = ({ read }) => read(siteTextQuery('terms'));

/** Shows the business's terms of service. No sign-in required. */
export function TermsPage() {
  return <SiteTextPage name="terms" title="Terms" />;
}
