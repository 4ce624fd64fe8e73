import type { ReactNode } from 'react';
import { Callout } from '../ui/callout.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface IncompleteLinkProps {
  /** How to get a new link, in one sentence. */
  children: string;
  /** A link to the page where people can request a new link. */
  action: ReactNode;
}

/** Shown instead of a page whose link has no token: an email program may have cut the token off. */
export function IncompleteLink({ children, action }: IncompleteLinkProps) {
  return (
    <AuthFrame title="This link is incomplete">
      <Callout tone="alert">
        <p>Open the full link in the email. {children}</p>
      </Callout>
      {action}
    </AuthFrame>
  );
}
