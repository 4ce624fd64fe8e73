import { createContext, use, useEffect, useId, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { formatCount } from './format-count.ts';

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

/** The value of the open tab, and the prefix of the set's ids. */
const OpenTab = createContext({ value: '', id: '' });

/**
 * Renders tabs over their panels as the ARIA Authoring Practices describe: there is one tab stop, and arrow keys
 * move to a tab and open it. On a phone the row scrolls sideways rather than wrapping. Written by hand, because
 * the library would use up 5% of the size budget for a mechanic's home page.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  children,
  className,
}: TabsProps<Value>) {
  const id = useId();
  const openTab = tabId(id, value);
  // Scrolls again when a count arrives later, because it makes its tab wider.
  const counts = tabs.map(({ count }) => count).join();
  // On a phone, the open tab may be beyond the edge of the screen. Only the row scrolls to it, not the page.
  useEffect(() => {
    const tab = document.getElementById(openTab);
    const row = tab?.parentElement;
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [openTab, counts]);

  function moveByKey(event: KeyboardEvent) {
    const currentIndex = tabs.findIndex((tab) => tab.value === value);
    const nextIndex = {
      ArrowLeft: currentIndex - 1,
      ArrowRight: currentIndex + 1,
      Home: 0,
      End: -1,
    }[event.key];
    const next = nextIndex === undefined ? undefined : tabs.at(nextIndex % tabs.length);
    if (!next) return;
    event.preventDefault();
    document.getElementById(tabId(id, next.value))?.focus();
    onValueChange(next.value);
  }

  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        className="relative -mx-4 flex overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={tabId(id, tab.value)}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? panelId(id, tab.value) : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onValueChange(tab.value)}
            onKeyDown={moveByKey}
            className={classNames(
              'inline-flex min-h-touch shrink-0 items-center gap-2 border-b-3 border-transparent px-3 font-semibold whitespace-nowrap sm:px-4',
              'text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-3',
              'aria-selected:border-ink aria-selected:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures rounded-full bg-well px-2 py-px text-xs font-semibold text-ink-soft">
                {formatCount(tab.count)}
              </span>
            )}
          </button>
        ))}
      </div>
      <OpenTab value={{ value, id }}>{children}</OpenTab>
    </div>
  );
}

/** Renders the content of one tab while it is open. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const openTab = use(OpenTab);
  if (openTab.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={panelId(openTab.id, value)}
      aria-labelledby={tabId(openTab.id, value)}
      // Makes a panel without any controls scrollable by keyboard.
      tabIndex={0}
      className="pt-3 outline-offset-4 sm:pt-4"
    >
      {children}
    </div>
  );
}

function tabId(id: string, value: string): string {
  return `${id}-tab-${value}`;
}

function panelId(id: string, value: string): string {
  return `${id}-panel-${value}`;
}
