import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from './class-names.ts';

interface PopoverProps {
  /** A button, or a component that passes its props on to one. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** Names it for a screen reader. */
  label: string;
  /** Leave both out for one that opens and closes without its owner. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Which edge of the trigger it is flush with. */
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
}

const gap = 6;
const margin = 12;

/**
 * Renders a small sheet next to its trigger, using the browser's own popover: Escape or a click elsewhere
 * closes it, and the focus returns to where it was. It stays within the window.
 */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'start',
  className,
  children,
}: PopoverProps) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (open !== undefined && open !== sheet.current?.matches(':popover-open')) {
      sheet.current?.togglePopover(open);
    }
  }, [open]);

  useLayoutEffect(() => {
    if (!isOpen || !sheet.current) return;
    const element = sheet.current;
    const updatePosition = () => place(element, id, align);
    updatePosition();
    element.focus({ preventScroll: true });
    // Its content may load and grow after it opened.
    const resizeObserver = new ResizeObserver(updatePosition);
    resizeObserver.observe(element);
    addEventListener('resize', updatePosition);
    addEventListener('scroll', updatePosition, { passive: true });
    return () => {
      resizeObserver.disconnect();
      removeEventListener('resize', updatePosition);
      removeEventListener('scroll', updatePosition);
    };
  }, [isOpen, id, align]);

  return (
    <>
      {cloneElement(trigger, {
        id: `${id}-trigger`,
        popoverTarget: id,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
      })}
      <div
        ref={sheet}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open');
          onOpenChange?.(newState === 'open');
        }}
        className={classNames(
          'fixed inset-auto m-0 max-h-[calc(100dvh-1.5rem)] max-w-[calc(100vw-1.5rem)] animate-fade-in overflow-y-auto',
          'rounded-lg border border-line bg-sheet p-3 text-ink shadow-lift outline-none',
          className,
        )}
      >
        {isOpen && children}
      </div>
    </>
  );
}

/** Places it below the trigger, or above it if it only fits there; never over the window's edge. */
function place(sheet: HTMLElement, id: string, align: 'start' | 'end'): void {
  const trigger = document.getElementById(`${id}-trigger`)?.getBoundingClientRect();
  if (!trigger) return;
  const { offsetWidth: width, offsetHeight: height } = sheet;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = align === 'start' ? trigger.left : trigger.right - width;
  const below = trigger.bottom + gap;
  const above = trigger.top - gap - height;
  const fitsBelow = below + height <= clientHeight - margin;
  const top = fitsBelow || above < margin ? below : above;
  sheet.style.left = `${clamp(left, margin, clientWidth - margin - width)}px`;
  sheet.style.top = `${clamp(top, margin, clientHeight - margin - height)}px`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
