import type { PageLoader } from '../api/lazy-page.ts';
import { siteTextQuery } from '../site/queries.ts';
import { SiteTextPage } from '../site/site-text-page.tsx';

export const loader: PageLoader = ({ read }) => read(siteTextQuery('privacy'));

/** Shows the business's privacy policy. No sign-in required. */
export function PrivacyPage() {
  return <SiteTextPage name="privacy" title="Privacy" />;
}
