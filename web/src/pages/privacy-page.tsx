import type { PageLoader } from '../api/lazy-page.ts';
import { sitePageQuery } from '../site/queries.ts';
import { SitePage } from '../site/site-page.tsx';

export const loader: PageLoader = ({ read }) => read(sitePageQuery('privacy'));

/** Shows the business's privacy policy. No sign-in required. */
export function PrivacyPage() {
  return <SitePage name="privacy" title="Privacy" />;
}
