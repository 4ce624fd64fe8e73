import { classNames } from './class-names.ts';

/** An amount that lines up with the ones above and below it. Takes it as already written text. */
export function Money({ children, className }: { children: string; className?: string }) {
  return (
    <span
      className={classNames('figures block text-right font-medium whitespace-nowrap', className)}
    >
      {children}
    </span>
  );
}
