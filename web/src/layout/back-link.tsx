import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';

interface BackLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  /** The name of the page that it leads to. */
  children: ReactNode;
}

/** Renders the link above a record's heading that leads back to the list of such records. */
export function BackLink({ children, ...target }: BackLinkProps) {
  return (
    <Link
      {...target}
      className="link -mt-2 mb-1 -ml-1 inline-flex min-h-touch items-center gap-1 text-sm font-semibold print:hidden"
    >
      <ChevronLeft className="size-4" aria-hidden />
      {children}
    </Link>
  );
}
