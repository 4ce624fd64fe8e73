import type { AppointmentLine } from '@curbwrench/contract/payments/schemas';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { useLineAmount } from './line-amount.ts';

interface LineItemsProps {
  lines: readonly Pick<AppointmentLine, 'position' | 'description' | 'quantity' | 'unitPrice'>[];
  /** What the sum of the line items is called. */
  label: string;
  /** The sum, formatted. */
  amount: string;
}

/**
 * Renders line items and their sum as rows of a `dl`. A single line item is not listed: its service is named nearby,
 * and its price is the sum.
 */
export function LineItems({ lines, label, amount }: LineItemsProps) {
  const lineAmount = useLineAmount();
  const listedLines = lines.length > 1 ? lines : [];
  return (
    <>
      {listedLines.map((line) => (
        <AmountRow key={line.position} name={line.description} wraps>
          <span className="figures whitespace-nowrap">{lineAmount(line)}</span>
        </AmountRow>
      ))}
      <AmountRow name={label} strong>
        {amount}
      </AmountRow>
    </>
  );
}

interface AmountRowProps {
  name: string;
  /** Shown under the name. */
  note?: string;
  strong?: boolean;
  /** Wraps a long name instead of the value. */
  wraps?: boolean;
  children: ReactNode;
}

/** Renders a name and its value as a row of a `dl`. */
export function AmountRow({
  name,
  note,
  strong = false,
  wraps = note !== undefined,
  children,
}: AmountRowProps) {
  return (
    <div className="flex items-start justify-between gap-4">
      <dt
        className={classNames(
          strong ? 'font-semibold' : 'text-ink-soft',
          wraps ? 'min-w-0 wrap-anywhere' : 'shrink-0',
        )}
      >
        {name}
        {note !== undefined && (
          <span className="block text-sm wrap-anywhere text-ink-soft">{note}</span>
        )}
      </dt>
      <dd
        className={
          strong
            ? 'figures font-display text-xl font-bold whitespace-nowrap'
            : classNames('text-right', wraps ? 'shrink-0' : 'min-w-0 wrap-anywhere')
        }
      >
        {children}
      </dd>
    </div>
  );
}
