import { Link } from '@tanstack/react-router';
import { KeyRound, Lock, type LucideIcon } from 'lucide-react';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';

interface NoticeProps {
  Icon: LucideIcon;
  title: string;
  children: string;
  /** The words of the link that leads to the start. */
  link: string;
}

/** A page that only says something, with a way on. */
export function Notice({ Icon, title, children, link }: NoticeProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-start gap-4 py-10 sm:py-20">
      <Icon className="size-10 text-ink-faint" aria-hidden />
      <h1 className="text-2xl sm:text-3xl">{title}</h1>
      <p className="text-lg text-pretty text-ink-soft">{children}</p>
      <Link to={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
        {link}
      </Link>
    </div>
  );
}

/** Spec section 2, for any page but the landing page and the booking form (D3). */
export function AuthenticationRequired() {
  return (
    <Notice Icon={KeyRound} title="Authentication required" link="Go to the start page">
      Please log in to access the dashboard.
    </Notice>
  );
}

/** For a page that the reader's role may not open. The sentence is the specification's. */
export function AccessRestricted({ children }: { children: string }) {
  return (
    <Notice Icon={Lock} title="Access restricted" link="Go to your dashboard">
      {children}
    </Notice>
  );
}
