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
  /** Skills that other mechanics have. */
  knownSkills: readonly string[];
  onClose: () => void;
}

/**
 * Renders a form for a mechanic's skills. It offers the skills that services require or other mechanics have,
 * and new skills can be typed.
 */
export function SkillsDialog({ member, knownSkills, onClose }: SkillsDialogProps) {
  const [before] = useState(member.skills);
  const [skills, setSkills] = useState<readonly string[]>(before);
  const [added, setAdded] = useState('');
  const [own, setOwn] = useState<readonly string[]>([]);
  const { data: services = [] } = useServices();
  const needed = services.flatMap(({ skill }) => (skill === null ? [] : [skill]));
  const offered = dropRepeated([...needed, ...knownSkills, ...before, ...own]).toSorted();

  const typed = findTyped(added, offered);

  function add() {
    if (typed === null) return;
    setOwn([...own, typed]);
    setSkills(withSkill(skills, typed));
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
          // Includes a skill that was typed but not added.
          body: {
            skills: typed === null ? [...skills] : withSkill(skills, typed),
            before,
            accepted,
          },
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
                checked={skills.some((name) => isSameSkill(name, skill))}
                onChange={({ target }) =>
                  setSkills(target.checked ? [...skills, skill] : withoutSkill(skills, skill))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <Field label="Another skill" optional hint="Services can require it.">
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              value={added}
              maxLength={textLimits.skill}
              autoComplete="off"
              onChange={({ target }) => setAdded(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || typed === null) return;
                event.preventDefault();
                add();
              }}
            />
            <Button
              icon={<Plus className="size-5" aria-hidden />}
              disabledReason={typed === null ? 'Type a skill first.' : null}
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

/** Returns the typed skill, in the spelling of an offered skill if it is one; null if nothing is typed. */
function findTyped(added: string, offered: readonly string[]): string | null {
  const skill = added.trim();
  if (skill === '') return null;
  return offered.find((name) => isSameSkill(name, skill)) ?? skill;
}

function withSkill(skills: readonly string[], skill: string): string[] {
  return [...withoutSkill(skills, skill), skill];
}

function withoutSkill(skills: readonly string[], skill: string): string[] {
  return skills.filter((name) => !isSameSkill(name, skill));
}

/** Returns the distinct skills, each in the spelling that comes first. */
function dropRepeated(skills: readonly string[]): string[] {
  return skills.filter(
    (skill, index) => skills.findIndex((name) => isSameSkill(name, skill)) === index,
  );
}

/** Ignores case, like the server. */
function isSameSkill(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
