import { SignpostBig } from 'lucide-react';
import { Notice } from '../layout/page-message.tsx';

/** Any other path. */
export function NotFoundPage() {
  return (
    <Notice Icon={SignpostBig} title="404 Page Not Found" link="Go to the start page">
      Did you forget to add the page to the router?
    </Notice>
  );
}
