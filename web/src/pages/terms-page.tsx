import type { PageLoader } from '../api/lazy-page.ts';
import { sitePageQuery } from '../site/queries.ts';
import { SitePage } from '../site/site-page.tsx';

export const loader: PageLoader = ({ read }) => read(sitePageQuery('terms'));

/** Shows the business's terms of service. No sign-in required. */
export function TermsPage() {
  return <SitePage name="terms" title="Terms" />;
}
