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
import { placePopover } from './place-popover.ts';

interface PopoverProps {
  /** A button, or a component that passes its props on to one. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** Names the popover for a screen reader. */
  label: string;
  /** Leave out `open` and `onOpenChange` if the parent does not need to control the popover. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The edge of the trigger that the popover is aligned with. */
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
}

/**
 * Renders a small panel next to its trigger, using the browser's own popover: Escape or a click elsewhere
 * closes it, and focus returns to where it was. The panel stays within the window.
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
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (open !== undefined && open !== popover.current?.matches(':popover-open')) {
      popover.current?.togglePopover(open);
    }
  }, [open]);

  useLayoutEffect(() => {
    if (!isOpen || !popover.current) return;
    const element = popover.current;
    const updatePosition = () => {
      const anchor = document.getElementById(`${id}-trigger`);
      if (anchor) placePopover(element, anchor, align);
    };
    updatePosition();
    element.focus({ preventScroll: true });
    // The content may load and grow after the popover opens.
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
        ref={popover}
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
