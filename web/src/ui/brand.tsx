import { classNames } from './class-names.ts';

interface BrandProps {
  name: string | undefined;
  /** The business's own logo; without one, the product's mark is shown. */
  logoUrl: string | null | undefined;
  className?: string;
  /** Hides the name on phones, where the header's buttons leave no room for it; screen readers still read it. */
  hideNameOnPhones?: boolean;
}

/** Renders the logo and the business's name; a placeholder bar until the name is known. */
export function Brand({ name, logoUrl, className, hideNameOnPhones = false }: BrandProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-w-0 items-center gap-2.5 font-display text-lg font-bold tracking-tight',
        className,
      )}
    >
      {logoUrl ? (
        <img
          src={logoUrl}
          alt=""
          className="h-8 max-w-24 shrink-0 sm:max-w-40 rounded-sm object-contain"
        />
      ) : (
        <BrandMark />
      )}
      {name ? (
        <span className={classNames('truncate', hideNameOnPhones && 'max-sm:sr-only')}>{name}</span>
      ) : (
        <span aria-hidden className="h-4 w-28 rounded-sm bg-well" />
      )}
    </span>
  );
}

/** Draws a wrench above a curb. */
function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden>
      <rect width="32" height="32" rx="7" className="fill-ink" />
      <path d="M5 25h22" className="stroke-paper" strokeWidth="2.5" strokeLinecap="round" />
      <path
        d="M21.9 6.3a6 6 0 0 0-7.6 7.4l-6 6 2.9 2.9 6-6a6 6 0 0 0 7.5-7.6l-3.5 3.5-2.7-.6-.6-2.7z"
        className="fill-paper"
      />
    </svg>
  );
}
