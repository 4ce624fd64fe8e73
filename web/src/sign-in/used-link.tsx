import { ApiError } from '../api/api-error.ts';
import { Callout } from '../ui/callout.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ContinueLink } from './continue-link.tsx';

/** Returns whether the request was refused because its link was already used or has expired. */
export function isUsedLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'link_expired';
}

interface UsedLinkProps {
  /** What may have happened before, or what to do. */
  children: string;
}

/** Shown instead of the button of a link that was already used or has expired, since pressing it again can't help. */
export function UsedLink({ children }: UsedLinkProps) {
  return (
    <AuthFrame title="This link no longer works">
      <Callout tone="alert">
        <p>This link was already used or has expired. {children}</p>
      </Callout>
      <ContinueLink />
    </AuthFrame>
  );
}
