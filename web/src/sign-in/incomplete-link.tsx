import type { ReactNode } from 'react';
import { Callout } from '../ui/callout.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface IncompleteLinkProps {
  /** How to come by another one, a sentence. */
  children: string;
  /** The way there. */
  action: ReactNode;
}

/** Instead of a page whose link came without its token: a mail program may have cut it off. */
export function IncompleteLink({ children, action }: IncompleteLinkProps) {
  return (
    <AuthFrame title="This link is incomplete">
      <Callout tone="alert">
        <p>Open the whole link from the message again. {children}</p>
      </Callout>
      {action}
    </AuthFrame>
  );
}
