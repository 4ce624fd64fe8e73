import { Link, useRouterState } from '@tanstack/react-router';
import { KeyRound, Lock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { signInUrl, paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';

interface PageMessageProps {
  Icon: LucideIcon;
  title: string;
  children: string;
  /** The text of the link to the dashboard. */
  linkText: string;
}

/** Renders a page with only a message and a link. */
export function PageMessage({ linkText, ...rest }: PageMessageProps) {
  return (
    <PageMessageFrame
      {...rest}
      action={
        <Link to={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
          {linkText}
        </Link>
      }
    />
  );
}

interface PageMessageFrameProps extends Omit<PageMessageProps, 'linkText'> {
  action: ReactNode;
}

function PageMessageFrame({ Icon, title, children, action }: PageMessageFrameProps) {
  return (
    <div className="flex max-w-lg flex-col items-start gap-4 py-10 sm:py-20">
      <Icon className="size-10 text-ink-faint" aria-hidden />
      <h1 className="text-2xl sm:text-3xl">{title}</h1>
      <p className="text-lg text-pretty text-ink-soft">{children}</p>
      {action}
    </div>
  );
}

/**
 * Asks a visitor to log in, on any page except the landing page and the booking form. After logging in, they
 * return to the same page.
 */
export function AuthenticationRequired() {
  const here = useRouterState({ select: ({ location }) => location.href });
  return (
    <PageMessageFrame
      Icon={KeyRound}
      title="Authentication required"
      action={
        <a href={signInUrl(here)} className={buttonClass({ variant: 'primary' })}>
          Log In
        </a>
      }
    >
      Please log in to access the dashboard.
    </PageMessageFrame>
  );
}

/** Shown instead of a page that the viewer's role isn't allowed to open. */
export function AccessRestricted({ children }: { children: string }) {
  return (
    <PageMessage Icon={Lock} title="Access restricted" linkText="Go to your dashboard">
      {children}
    </PageMessage>
  );
}
