import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { mechanicStatusLabels } from '@curbwrench/contract/people/roles';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { getFullName } from '../../lib/people.ts';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { countHiddenCandidates, listCandidates } from './listed-candidates.ts';

interface CandidateFieldProps {
  candidates: readonly Candidate[];
  showAll: boolean;
  /** Whether the job is on a later day, for which the mechanics' current status does not matter. */
  isLaterDay: boolean;
  onShowAllChange: (showAll: boolean) => void;
  selected: Candidate | undefined;
  onSelect: (mechanicId: string) => void;
  /** A message that says why the last attempt failed. */
  error: string | undefined;
}

/**
 * Renders a row with a radio button for each mechanic, the best match first, with the reasons for the match and
 * any warnings. A mechanic who is not free at that time is listed but disabled, with the reason. The initially
 * selected row receives focus, so that Enter confirms it and the arrow keys select a different one.
 */
export function CandidateField({
  candidates,
  showAll,
  isLaterDay,
  onShowAllChange,
  selected,
  onSelect,
  error,
}: CandidateFieldProps) {
  const id = useId();
  const listedCandidates = listCandidates(candidates, showAll, isLaterDay, selected?.mechanic.id);
  const hiddenCount = countHiddenCandidates(candidates);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span id={`${id}-label`} className="font-semibold">
          Mechanic
        </span>
        {!selected && <span className="text-ink-soft">Select a mechanic</span>}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        aria-required
        className="divide-y divide-line overflow-hidden rounded-md border border-line-strong"
      >
        {!listedCandidates.some(({ free }) => free) && <NoCandidate name={id} />}
        {listedCandidates.map((candidate) => (
          <CandidateRow
            key={candidate.mechanic.id}
            name={id}
            candidate={candidate}
            isLaterDay={isLaterDay}
            isSelected={candidate.mechanic.id === selected?.mechanic.id}
            onSelect={() => onSelect(candidate.mechanic.id)}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {!isLaterDay && (
        <Switch
          checked={showAll}
          onCheckedChange={onShowAllChange}
          label={
            <span className="font-normal">
              Show mechanics who are off or busy now
              {!showAll && hiddenCount > 0 && (
                <span className="figures text-ink-soft"> ({hiddenCount} more)</span>
              )}
            </span>
          }
        />
      )}
    </div>
  );
}

const rowClass = classNames(
  'flex min-h-touch items-start gap-3 px-3 py-2.5',
  'has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus',
);
const radioClass = 'mt-0.5 size-5 shrink-0 cursor-[inherit] accent-ink';

/** Renders a disabled row above the others, shown if no mechanic can be selected. */
function NoCandidate({ name }: { name: string }) {
  return (
    <label className={classNames(rowClass, 'cursor-not-allowed text-ink-soft')}>
      <input type="radio" name={name} disabled className={radioClass} />
      No available mechanics
    </label>
  );
}

interface CandidateRowProps {
  /** The name that the group's radio buttons share. */
  name: string;
  candidate: Candidate;
  isLaterDay: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

function CandidateRow({ name, candidate, isLaterDay, isSelected, onSelect }: CandidateRowProps) {
  const id = useId();
  const { free, mechanic, status, reasons, warnings } = candidate;
  const showStatus = !isLaterDay && status !== 'available';
  return (
    <label
      className={classNames(
        rowClass,
        free
          ? 'cursor-pointer transition-colors hover:bg-well has-checked:bg-well'
          : 'cursor-not-allowed',
      )}
    >
      <input
        type="radio"
        name={name}
        value={mechanic.id}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-details`}
        checked={isSelected}
        disabled={!free}
        onChange={onSelect}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- selecting a mechanic is the dialog's only purpose
        autoFocus={isSelected}
        className={radioClass}
      />
      <span className="min-w-0 flex-1">
        <span id={`${id}-name`} className={free ? 'font-semibold' : 'font-medium text-ink-soft'}>
          {getFullName(mechanic)}
        </span>
        <span id={`${id}-details`} className="block text-sm">
          {(showStatus || reasons.length > 0) && (
            <span className="figures flex flex-wrap gap-x-3 text-ink-soft">
              {showStatus && <span>{mechanicStatusLabels[status]} now</span>}
              {reasons.map((reason) => (
                <span key={reason}>{reason}</span>
              ))}
            </span>
          )}
          {warnings.map((warning) => (
            <span key={warning} className="flex items-start gap-1.5 font-medium text-waiting">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              {warning}
            </span>
          ))}
        </span>
      </span>
    </label>
  );
}
