import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { TeamMember } from '@curbwrench/contract/working-time/schemas';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { getFullName } from '../lib/people.ts';
import { useServices } from '../services/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { WorkingTimeDialog } from './working-time-dialog.tsx';

interface SkillsDialogProps {
  member: TeamMember;
  /** Skills that other mechanics have. */
  knownSkills: readonly string[];
  onClose: () => void;
}

/**
 * Renders a form for a mechanic's skills. It offers the skills that services require or other mechanics have,
 * and new skills can be entered.
 */
export function SkillsDialog({ member, knownSkills, onClose }: SkillsDialogProps) {
  const [initialSkills] = useState(member.skills);
  const [skills, setSkills] = useState<readonly string[]>(initialSkills);
  const [input, setInput] = useState('');
  const [newSkills, setNewSkills] = useState<readonly string[]>([]);
  const { data: services = [] } = useServices();
  const requiredSkills = services.flatMap(({ skill }) => (skill === null ? [] : [skill]));
  const offeredSkills = removeDuplicates([
    ...requiredSkills,
    ...knownSkills,
    ...initialSkills,
    ...newSkills,
  ]).toSorted();
  const enteredSkill = parseSkill(input, offeredSkills);

  function add() {
    if (enteredSkill === null) return;
    setNewSkills([...newSkills, enteredSkill]);
    setSkills(withSkill(skills, enteredSkill));
    setInput('');
  }

  return (
    <WorkingTimeDialog
      title="Skills"
      description={getFullName(member)}
      action="Save Skills"
      savedMessage="Skills saved"
      send={(acceptedAppointmentIds) =>
        request('saveSkills', {
          params: { id: member.id },
          // Includes a skill that was entered but not added.
          body: {
            skills: enteredSkill === null ? [...skills] : withSkill(skills, enteredSkill),
            before: initialSkills,
            accepted: acceptedAppointmentIds,
          },
        })
      }
      onClose={onClose}
    >
      {offeredSkills.length > 0 && (
        <fieldset>
          <legend className="sr-only">Skills</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {offeredSkills.map((skill) => (
              <Checkbox
                key={skill}
                label={skill}
                checked={skills.some((name) => isSameSkill(name, skill))}
                onChange={({ target }) =>
                  setSkills(target.checked ? [...skills, skill] : withoutSkill(skills, skill))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <Field label="Another skill" optional hint="After you add a skill, services can require it.">
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              value={input}
              maxLength={textLimits.skill}
              autoComplete="off"
              onChange={({ target }) => setInput(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || enteredSkill === null) return;
                event.preventDefault();
                add();
              }}
            />
            <Button
              icon={<Plus className="size-5" aria-hidden />}
              disabledReason={enteredSkill === null ? 'Enter a skill first.' : null}
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

/** Returns the entered skill, spelled as in the offered list if it is there; null if nothing was entered. */
function parseSkill(input: string, offeredSkills: readonly string[]): string | null {
  const skill = input.trim();
  if (skill === '') return null;
  return offeredSkills.find((name) => isSameSkill(name, skill)) ?? skill;
}

function withSkill(skills: readonly string[], skill: string): string[] {
  return [...withoutSkill(skills, skill), skill];
}

function withoutSkill(skills: readonly string[], skill: string): string[] {
  return skills.filter((name) => !isSameSkill(name, skill));
}

/** Returns the skills without duplicates, keeping the first spelling of each. */
function removeDuplicates(skills: readonly string[]): string[] {
  return skills.filter(
    (skill, index) => skills.findIndex((name) => isSameSkill(name, skill)) === index,
  );
}

/** Ignores case, like the server. */
function isSameSkill(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
