import type { ReactNode } from 'react';

interface AuthFrameProps {
  title: string;
  /** A line under the title. */
  subtitle?: ReactNode;
  children: ReactNode;
}

/** Renders the single column of the sign-in pages. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 sm:py-8">
      <header>
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {subtitle !== undefined && <p className="mt-2 text-pretty text-ink-soft">{subtitle}</p>}
      </header>
      {children}
    </div>
  );
}
