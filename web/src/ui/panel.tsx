import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** A line under the title. */
  subtitle?: ReactNode;
  /** Shown to the right of the title, such as a link to the full list or a switch. */
  action?: ReactNode;
  /** Removes the inner padding, for rows as wide as the panel. */
  flush?: boolean;
}

/** Renders a section with a border, and a header if it has a title. Panels are never nested. */
export function Panel({
  title,
  subtitle,
  action,
  flush = false,
  className,
  children,
  ...rest
}: PanelProps) {
  const titleId = useId();
  return (
    <section
      {...rest}
      aria-labelledby={title === undefined ? rest['aria-labelledby'] : titleId}
      className={classNames('min-w-0 rounded-lg border border-line bg-sheet', className)}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:px-5">
          {/* A subtitle can wrap in less space; a title alone shares its line with the action whenever both fit. */}
          <div
            className={classNames(
              'min-w-0 grow',
              subtitle === undefined ? 'basis-auto' : 'basis-48',
            )}
          >
            <h2 id={titleId} className="text-lg">
              {title}
            </h2>
            {subtitle !== undefined && <p className="text-sm text-ink-soft">{subtitle}</p>}
          </div>
          {action}
        </header>
      )}
      <div
        className={classNames(
          !flush && 'px-4 pb-4 sm:px-5 sm:pb-5',
          !flush && title === undefined && 'pt-4 sm:pt-5',
          flush && title !== undefined && 'border-t border-line',
        )}
      >
        {children}
      </div>
    </section>
  );
}
