import { SignpostBig } from 'lucide-react';
import { PageMessage } from '../layout/page-message.tsx';

/** Shown for a path without a page. */
export function NotFoundPage() {
  return (
    <PageMessage Icon={SignpostBig} title="404 Page Not Found" linkText="Go to the home page">
      Did you forget to add the page to the router?
    </PageMessage>
  );
}
