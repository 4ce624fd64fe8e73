import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** An exact count beside the label; leave it out while it is not known. */
  readonly count?: number | undefined;
}

interface TabsProps<Value extends string> {
  /** Names the set for a screen reader. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** `TabPanel`s, one for each tab. */
  children: ReactNode;
  className?: string;
}

/** Index tabs over their panels. On a phone the row scrolls sideways rather than wrapping. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  children,
  className,
}: TabsProps<Value>) {
  function handleChange(next: string) {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onValueChange(tab.value);
  }

  return (
    <RadixTabs.Root value={value} onValueChange={handleChange} className={className}>
      <RadixTabs.List
        aria-label={label}
        className="-mx-4 flex overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            // It gives itself the focus when pressed, which a browser takes for a keyboard's.
            onMouseDown={({ currentTarget }) => {
              currentTarget.dataset['pressed'] = '';
            }}
            onKeyDown={({ currentTarget }) => delete currentTarget.dataset['pressed']}
            onBlur={({ currentTarget }) => delete currentTarget.dataset['pressed']}
            className={classNames(
              'inline-flex min-h-touch shrink-0 items-center gap-2 border-b-3 border-transparent px-3 font-semibold whitespace-nowrap sm:px-4',
              'text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-3 data-pressed:outline-none',
              'data-[state=active]:border-ink data-[state=active]:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures rounded-full bg-well px-2 py-px text-xs font-semibold text-ink-soft">
                {tab.count}
              </span>
            )}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {children}
    </RadixTabs.Root>
  );
}

/** What one tab shows. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <RadixTabs.Content value={value} className="pt-3 outline-offset-4 sm:pt-4">
      {children}
    </RadixTabs.Content>
  );
}
