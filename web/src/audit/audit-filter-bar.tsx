import type { AuditSearch } from '../searches.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { ActorField } from './actor-field.tsx';
import { filterSubjects, parseSubject, subjectLabels } from './audit-text.ts';

interface AuditFilterBarProps {
  search: AuditSearch;
  onSearchChange: (change: {
    [Key in keyof AuditSearch]: AuditSearch[Key] | undefined;
  }) => void;
}

const noFilters = { actor: undefined, kind: undefined, from: undefined, to: undefined };

/** Filters the audit trail by person, type and days. */
export function AuditFilterBar({ search, onSearchChange }: AuditFilterBarProps) {
  return (
    // When the button that clears the filters disappears, focus stays on the filters.
    <RestoreFocus>
      <div className="mb-5 grid gap-x-4 gap-y-3">
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3 max-sm:[&>*:nth-child(-n+2)]:col-span-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)]">
          <ActorField value={search.actor} onValueChange={(actor) => onSearchChange({ actor })} />
          <Field label="Type">
            {({ id }) => (
              <Select
                id={id}
                value={parseSubject(search.kind) ?? 'all'}
                onChange={({ target }) => onSearchChange({ kind: parseSubject(target.value) })}
              >
                <option value="all">Everything</option>
                {filterSubjects.map((subject) => (
                  <option key={subject} value={subject}>
                    {subjectLabels[subject]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="From">
            {({ id }) => (
              <TextInput
                id={id}
                type="date"
                value={search.from ?? ''}
                {...(search.to !== undefined && { max: search.to })}
                onChange={({ target }) => onSearchChange({ from: target.value || undefined })}
              />
            )}
          </Field>
          <Field label="To">
            {({ id }) => (
              <TextInput
                id={id}
                type="date"
                value={search.to ?? ''}
                {...(search.from !== undefined && { min: search.from })}
                onChange={({ target }) => onSearchChange({ to: target.value || undefined })}
              />
            )}
          </Field>
        </div>
        {Object.keys(search).length > 0 && (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => onSearchChange(noFilters)}
          >
            Clear filters
          </Button>
        )}
      </div>
    </RestoreFocus>
  );
}
