/** The classes of a row that contains a label with a checkbox or a radio button. */
export const choiceRowClass =
  'min-w-0 rounded-md border border-line-strong bg-sheet transition-colors has-enabled:hover:bg-well has-checked:border-ink has-checked:bg-well has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] has-disabled:border-line has-disabled:bg-transparent';

/** The classes of the label inside the row. */
export const choiceLabelClass =
  'flex min-h-13 cursor-pointer gap-3 px-3 py-2 has-disabled:cursor-not-allowed has-disabled:text-ink-faint';
