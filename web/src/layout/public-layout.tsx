import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBusiness } from '../business/queries.ts';
import { paths } from '../paths.ts';
import { Brand } from '../ui/brand.tsx';
import { Overlays } from './overlays.tsx';
import { PageFrame, SkipLink } from './page-frame.tsx';

/** Renders the frame around a page that is open to visitors. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const business = useBusiness();
  return (
    <>
      <SkipLink />
      <header className="border-b border-line bg-sheet">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center px-4 sm:px-6">
          <Link to={paths.dashboard} className="flex min-h-touch min-w-0 items-center rounded-md">
            <Brand name={business.name} logoUrl={business.logoUrl} />
          </Link>
        </div>
      </header>
      <PageFrame>{children}</PageFrame>
      <Overlays />
    </>
  );
}
