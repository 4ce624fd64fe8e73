import { classNames } from './class-names.ts';

/** Renders an id styled like a repair shop's key tag: `<KeyTag>{'#0042'}</KeyTag>`. */
export function KeyTag({ children, className }: { children: string; className?: string }) {
  return (
    <span
      className={classNames(
        'figures inline-flex items-center gap-1.5 rounded-sm border border-line-strong/60 bg-paper',
        'py-px pr-2 pl-1.5 font-display text-sm font-semibold text-ink-soft whitespace-nowrap',
        'before:size-1.5 before:shrink-0 before:rounded-full before:border before:border-line-strong before:content-[""]',
        className,
      )}
    >
      {children}
    </span>
  );
}
