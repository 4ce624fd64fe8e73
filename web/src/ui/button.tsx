import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'sm' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-signal text-on-signal hover:bg-signal-strong',
  secondary: 'border-line-strong bg-sheet text-ink hover:bg-well',
  ghost: 'border-transparent text-ink hover:bg-well',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
};

/* Small buttons only look small: on a touch screen they are still 44 px high. */
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-touch',
  md: 'min-h-touch px-4 text-base',
  lg: 'min-h-14 px-6 text-lg',
};

interface ButtonVariants {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Makes the button as wide as its container. */
  block?: boolean;
}

/** Returns a button's classes, for links that look like buttons. A screen has at most one primary button. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
  block = false,
}: ButtonVariants = {}) {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md border font-semibold no-underline',
    'select-none text-center transition-colors',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:hover:bg-none',
    variants[variant],
    sizes[size],
    block && 'w-full',
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonVariants & {
    icon?: ReactNode;
    disabled?: boolean;
    /** Why the button is disabled, read by screen readers and shown on hover; setting it disables the button. */
    disabledReason?: string | null | undefined;
    /** Looks and is announced as disabled, but still handles clicks, so that the form can say what is missing. */
    looksDisabled?: boolean;
    pending?: boolean;
    /** Replaces the label while pending; the button is always wide enough for both. */
    pendingLabel?: string;
  };

/**
 * Renders a button. While pending or disabled, it keeps its width, its place in the tab order and focus, and ignores
 * clicks. With `looksDisabled`, it still handles clicks.
 */
export function Button({
  variant,
  size,
  block,
  icon,
  disabled = false,
  disabledReason,
  looksDisabled = false,
  pending = false,
  pendingLabel,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const variantClasses = buttonClass({
    ...(variant && { variant }),
    ...(size && { size }),
    ...(block !== undefined && { block }),
  });
  const isInert = disabled || pending || Boolean(disabledReason);

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isInert) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <>
      <button
        {...rest}
        // oxlint-disable-next-line react/button-has-type -- it has one of its three values
        type={type}
        className={classNames(variantClasses, className)}
        aria-disabled={isInert || looksDisabled || undefined}
        aria-busy={pending || undefined}
        aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
        data-tooltip={disabledReason ?? undefined}
        onClick={handleClick}
      >
        <span className="inline-grid items-center justify-items-center">
          <span className={labelClass(!pending)}>
            {icon}
            {children}
          </span>
          {(pendingLabel !== undefined || pending) && (
            <span className={labelClass(pending)}>
              <LoaderCircle
                className={classNames('size-4 shrink-0', pending && 'animate-spin')}
                aria-hidden
              />
              {pendingLabel ?? <span className="sr-only">{children}</span>}
            </span>
          )}
        </span>
      </button>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}

/** The label and the pending label share one grid cell; the hidden label still takes up its width. */
function labelClass(isShown: boolean) {
  return classNames(
    'col-start-1 row-start-1 inline-flex items-center gap-2',
    !isShown && 'invisible',
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The button's accessible name. */
  label: string;
  icon: ReactNode;
}

/** Renders a square 44 px button with only an icon; its name is read out and shown on hover. */
export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      data-tooltip={label}
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- it has one of its three values
      type={type}
      aria-label={label}
      className={classNames(
        'inline-flex size-touch shrink-0 items-center justify-center rounded-md text-ink-soft',
        'transition-colors hover:bg-well hover:text-ink disabled:opacity-40',
        className,
      )}
    >
      {icon}
    </button>
  );
}
