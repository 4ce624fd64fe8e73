import { classNames } from './class-names.ts';

/** Shows an amount right-aligned, so that amounts line up. Takes formatted text. */
export function Money({ children, className }: { children: string; className?: string }) {
  return (
    <span
      className={classNames('figures block text-right font-medium whitespace-nowrap', className)}
    >
      {children}
    </span>
  );
}
