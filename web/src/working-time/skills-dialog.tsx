import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { TeamMember } from '@curbwrench/contract/working-time/schemas';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { getFullName } from '../lib/people.ts';
import { useServices } from '../services/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { WorkingTimeDialog } from './working-time-dialog.tsx';

interface SkillsDialogProps {
  member: TeamMember;
  /** Skills that others have. */
  knownSkills: readonly string[];
  onClose: () => void;
}

/** Edits a mechanic's skills: those that services ask for or others have, and any other. */
export function SkillsDialog({ member, knownSkills, onClose }: SkillsDialogProps) {
  const [before] = useState(member.skills);
  const [skills, setSkills] = useState<readonly string[]>(before);
  const [added, setAdded] = useState('');
  const [own, setOwn] = useState<readonly string[]>([]);
  const { data: services = [] } = useServices();
  const needed = services.flatMap(({ skill }) => (skill === null ? [] : [skill]));
  const offered = [...new Set([...needed, ...knownSkills, ...before, ...own])].toSorted();

  function add() {
    const skill = added.trim();
    if (skill === '') return;
    const known = offered.find((name) => name.toLowerCase() === skill.toLowerCase()) ?? skill;
    setOwn([...own, known]);
    setSkills([...skills.filter((name) => name !== known), known]);
    setAdded('');
  }

  return (
    <WorkingTimeDialog
      title="Skills"
      description={getFullName(member)}
      action="Save Skills"
      saved="Skills saved"
      send={(accepted) =>
        call('saveSkills', {
          params: { id: member.id },
          body: { skills: [...skills], before, accepted },
        })
      }
      onClose={onClose}
    >
      {offered.length > 0 && (
        <fieldset>
          <legend className="sr-only">Skills</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {offered.map((skill) => (
              <Checkbox
                key={skill}
                label={skill}
                checked={skills.includes(skill)}
                onChange={({ target }) =>
                  setSkills(
                    target.checked ? [...skills, skill] : skills.filter((name) => name !== skill),
                  )
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <Field label="Another skill" optional hint="A service can ask for it.">
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              value={added}
              maxLength={textLimits.skill}
              autoComplete="off"
              onChange={({ target }) => setAdded(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || added.trim() === '') return;
                event.preventDefault();
                add();
              }}
            />
            <Button
              icon={<Plus className="size-5" aria-hidden />}
              disabledReason={added.trim() === '' ? 'Type a skill first.' : null}
              onClick={add}
            >
              Add
            </Button>
          </div>
        )}
      </Field>
    </WorkingTimeDialog>
  );
}
